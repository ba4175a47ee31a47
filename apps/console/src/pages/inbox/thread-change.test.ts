import { describe, expect, it } from '@jest/globals';
import { describeChange, previousOf } from './thread-change.ts';

const thread = { status: 'open', unread: true, intent: 'question' } as const;

describe('a change of a thread', () => {
  it.each([
    [{ status: 'closed' }, { status: 'open' }, 'The thread is closed.'],
    [{ status: 'open' }, { status: 'open' }, 'The thread is open.'],
    [{ unread: false }, { unread: true }, 'The thread is read.'],
    [{ unread: true }, { unread: true }, 'The thread is unread.'],
    [{ intent: 'not_now' }, { intent: 'question' }, 'The intent is: Not now.'],
  ] as const)('%j is taken back by %j, and is described', (change, previous, text) => {
    expect([previousOf(thread, change), describeChange(change)]).toEqual([previous, text]);
  });
});
