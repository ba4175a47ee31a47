import { describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@outreach/testing';
import { ABSENCE_MS, createAbsentWorkspaces } from './absent-workspaces.ts';

function setUp() {
  const clock = createFakeClock(0);
  const entries = new Set<string>();
  const reads: string[][] = [];
  /** Runs after a read has found its entries and before the reading process has them. */
  const onRead = { run: async (): Promise<void> => Promise.resolve() };
  const absentIn = createAbsentWorkspaces({
    monotonicMs: () => clock.now(),
    findEntries: async (ids) => {
      reads.push([...ids]);
      const found = ids.filter((id) => entries.has(id));
      await onRead.run();
      return found;
    },
  });
  const absent = async (...ids: readonly string[]): Promise<string[]> => [...(await absentIn(ids))];
  return { clock, entries, reads, onRead, absent };
}

describe('createAbsentWorkspaces', () => {
  it('reads a workspace without an entry once per 250 ms', async () => {
    const { clock, reads, absent } = setUp();
    expect(await absent('ws_1')).toEqual(['ws_1']);
    clock.advance(ABSENCE_MS - 1);
    expect(await absent('ws_1')).toEqual(['ws_1']);
    expect(reads).toHaveLength(1);
    clock.advance(1);
    expect(await absent('ws_1')).toEqual(['ws_1']);
    expect(reads).toHaveLength(2);
  });

  it('finds an entry 250 ms after its commit', async () => {
    const { clock, entries, absent } = setUp();
    await absent('ws_1');
    entries.add('ws_1');
    clock.advance(ABSENCE_MS - 1);
    expect(await absent('ws_1')).toEqual(['ws_1']);
    clock.advance(1);
    expect(await absent('ws_1')).toEqual([]);
  });

  it('counts the 250 ms from the begin of the read', async () => {
    const { clock, entries, onRead, absent } = setUp();
    onRead.run = async () => {
      entries.add('ws_1');
      clock.advance(ABSENCE_MS);
    };
    await absent('ws_1');
    expect(await absent('ws_1')).toEqual([]);
  });

  it('reads a workspace with an entry once', async () => {
    const { clock, entries, reads, absent } = setUp();
    entries.add('ws_1');
    expect(await absent('ws_1', 'ws_2')).toEqual(['ws_2']);
    clock.advance(10 * ABSENCE_MS);
    expect(await absent('ws_1')).toEqual([]);
    expect(reads).toEqual([['ws_1', 'ws_2']]);
  });

  it('reads all workspaces in use together', async () => {
    const { clock, reads, absent } = setUp();
    await absent('ws_1');
    await absent('ws_2');
    clock.advance(ABSENCE_MS);
    await absent('ws_1');
    await absent('ws_2');
    expect(reads).toEqual([['ws_1'], ['ws_2'], ['ws_1', 'ws_2']]);
  });

  it('does not read workspaces again that had no events for more than 5 s', async () => {
    const { clock, reads, absent } = setUp();
    await absent('ws_1');
    clock.advance(5_001);
    await absent('ws_2');
    expect(reads).toEqual([['ws_1'], ['ws_2']]);
  });

  it('remembers about a thousand workspaces at most', async () => {
    const { clock, reads, absent } = setUp();
    for (let index = 0; index < 3_000; index += 1) await absent(`ws_${index}`);
    clock.advance(ABSENCE_MS);
    await absent('ws_new');
    expect(reads.at(-1)?.length).toBeLessThanOrEqual(1_001);
  });

  it('fails when the read fails, and reads again at the next call', async () => {
    const { onRead, absent } = setUp();
    onRead.run = async () => Promise.reject(new Error('no connection'));
    await expect(absent('ws_1')).rejects.toThrow('no connection');
    onRead.run = async () => Promise.resolve();
    expect(await absent('ws_1')).toEqual(['ws_1']);
  });
});
