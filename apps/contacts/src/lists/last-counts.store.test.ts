import { describe, expect, it } from '@jest/globals';
import { withSystemCall } from '@outreach/service-kit/system-context';
import { LRUCache } from 'lru-cache';
import { createLastCounts } from './last-counts.store.ts';

describe('createLastCounts', () => {
  it('returns the count of a filter in its workspace, and keeps no text of a filter', async () => {
    const stored = new LRUCache<string, number>({ max: 10 });
    const counts = createLastCounts(stored);
    const filter = 'x'.repeat(1_048_576);
    const read = async (workspaceId: string) =>
      withSystemCall({ workspaceId, requestId: 'req_1' }, async () => Promise.resolve(counts.read(filter)));
    await withSystemCall({ workspaceId: 'ws_1', requestId: 'req_1' }, async () => {
      counts.write(filter, 7);
      return Promise.resolve();
    });
    expect([await read('ws_1'), await read('ws_2')]).toEqual([7, undefined]);
    expect([...stored.keys()].map((key) => key.length)).toEqual([64]);
  });
});
