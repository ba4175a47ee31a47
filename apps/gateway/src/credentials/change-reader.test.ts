import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFakeClock, type FakeClock } from '@outreach/testing';
import type { CredentialChange, Invalidation } from './caller.ts';
import { createChangeReader, type ChangeList, type ChangeReader } from './change-reader.ts';

const REVOKED: CredentialChange = { type: 'api_key', id: 'key_1', changeId: 'chg_1' };
const PROMOTED: CredentialChange = { type: 'user', id: 'usr_1', changeId: 'chg_2' };

let timer: FakeClock;
let reader: ChangeReader;
let listed: ChangeList;
let isDown: boolean;
let readCount: number;
let applied: string[][];
/** The time in ms that a reading takes. */
let replyMs: number;

beforeEach(() => {
  timer = createFakeClock();
  listed = { changes: [], isTruncated: false };
  isDown = false;
  readCount = 0;
  applied = [];
  replyMs = 0;
  reader = createChangeReader({
    timer,
    listChanges: async () => {
      readCount += 1;
      if (isDown) throw new Error('auth is down');
      timer.advance(replyMs);
      return Promise.resolve(listed);
    },
    invalidate: (changes) => applied.push(changes.map(({ id }: Invalidation) => id)),
    invalidateAll: () => applied.push(['all']),
  });
});

describe('the reader of changes', () => {
  it('reads once for concurrent requests, and again three seconds later', async () => {
    await Promise.all([reader.read(), reader.read(), reader.read()]);
    timer.advance(2_999);
    await reader.read();
    expect(readCount).toBe(1);
    timer.advance(1);
    await reader.read();
    expect(readCount).toBe(2);
  });

  it('is current for four seconds from the start of a reading', async () => {
    expect(reader.isCurrent()).toBe(false);
    replyMs = 900;
    await reader.read();
    timer.advance(3_099);
    expect(reader.isCurrent()).toBe(true);
    timer.advance(1);
    expect(reader.isCurrent()).toBe(false);
  });

  it('applies a change once, however often it is listed', async () => {
    listed = { changes: [REVOKED], isTruncated: false };
    await reader.read();
    timer.advance(3_000);
    listed = { changes: [REVOKED, PROMOTED], isTruncated: false };
    await reader.read();
    timer.advance(3_000);
    await reader.read();
    expect(applied).toEqual([['key_1'], ['usr_1']]);
  });

  it('applies a second change of the same record', async () => {
    listed = { changes: [REVOKED], isTruncated: false };
    await reader.read();
    timer.advance(3_000);
    listed = { changes: [{ ...REVOKED, changeId: 'chg_3' }], isTruncated: false };
    await reader.read();
    expect(applied).toEqual([['key_1'], ['key_1']]);
  });

  it('invalidates everything while the list is truncated, and then applies each change', async () => {
    listed = { changes: [], isTruncated: true };
    await reader.read();
    timer.advance(3_000);
    listed = { changes: [REVOKED], isTruncated: false };
    await reader.read();
    expect(applied).toEqual([['all'], ['key_1']]);
  });

  it('repeats a failed reading after half a second, and is current again', async () => {
    isDown = true;
    await reader.read();
    expect(reader.isCurrent()).toBe(false);
    isDown = false;
    timer.advance(499);
    await reader.read();
    expect(readCount).toBe(1);
    timer.advance(1);
    await reader.read();
    expect([readCount, reader.isCurrent()]).toEqual([2, true]);
  });
});
