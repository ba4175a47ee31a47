import { describe, expect, it } from '@jest/globals';
import type { CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, searched, startContacts, written } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';

const { client } = await sharedByTests(startContacts);

type Request = (ctx: CallContext) => Promise<unknown>;

const requests: readonly (readonly [string, Request])[] = [
  ['sort', async (ctx) => client.listContacts(ctx, listed({ sort: 'unknown' }))],
  ['filters_logic', async (ctx) => client.searchContacts(ctx, searched({ filters_logic: 'unknown' }))],
  [
    'dedup_behavior',
    async (ctx) =>
      client.bulkUpsertContacts(ctx, {
        rows: [written({ email: 'a@acme.example' })],
        dedup_behavior: 'unknown',
      }),
  ],
  [
    'type',
    async (ctx) =>
      client.createSuppression(ctx, {
        input: { type: 'unknown', value: 'a@acme.example', reason: 'manual' },
      }),
  ],
  [
    'segment_type',
    async (ctx) =>
      client.createSegment(ctx, {
        input: {
          name: 'Segment',
          segment_type: 'unknown',
          filters: [],
          filters_logic: 'AND',
          contact_ids: [],
        },
      }),
  ],
  ['status', async (ctx) => client.createClient(ctx, { input: { name: 'Client', status: 'unknown' } })],
];

describe('a request with an enum value that this version does not know', () => {
  it.each(requests)('is refused on %s', async (field, request) => {
    const ctx = newWorkspace({ agencyId: 'agn_1', scopes: new Set(['contacts:write', 'admin:keys']) });
    await expect(request(ctx)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });
});

describe('a scoring profile without thresholds', () => {
  it('is refused instead of stored with the default thresholds', async () => {
    const ctx = newWorkspace({ scopes: new Set(['admin:keys']) });
    const profile = { rules: [], tier_thresholds: undefined };
    await expect(client.setIcpProfile(ctx, { icp_profile: profile })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'tier_thresholds',
    });
  });
});
