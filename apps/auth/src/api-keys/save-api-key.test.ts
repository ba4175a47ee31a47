import { describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import type { ApiKey } from './api-key.ts';
import { saveKey } from './save-api-key.ts';

const KEY: ApiKey = {
  id: 'key_1',
  workspace_id: 'ws_1',
  name: 'Sync',
  key_sha256: 'digest',
  key_preview: 'otk_1234',
  former: [],
  scopes: [],
  rate_limit_per_minute: 600,
  expires_at: null,
  last_used_at: null,
  created_at: new Date(0),
  revoked_at: null,
  version: 3,
};

describe('saveKey', () => {
  it('stores the key with the next version, records that version as a change, and records the action', async () => {
    const stored: ApiKey[] = [];
    const changes: unknown[] = [];
    const recorded: unknown[] = [];
    const saved = await saveKey(
      {
        keys: {
          update: async (key) => {
            stored.push(key);
          },
        },
        audit: {
          record: async (_origin, action, { id }) => {
            recorded.push([action, id]);
          },
        },
        changes: {
          record: async (change) => {
            changes.push(change);
          },
        },
      },
      testCall('ws_1'),
      { action: 'api_key.updated', key: { ...KEY, name: 'CRM' } },
    );
    expect(saved).toEqual({ ...KEY, name: 'CRM', version: 4 });
    expect(stored).toEqual([saved]);
    expect(changes).toEqual([{ type: 'api_key', id: 'key_1', version: 4 }]);
    expect(recorded).toEqual([['api_key.updated', 'key_1']]);
  });
});
