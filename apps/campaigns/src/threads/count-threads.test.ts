import { describe, expect, it } from '@jest/globals';
import { changesOf } from './count-threads.ts';

const thread = { sending_account_id: 'acc_1', status: 'open', unread: true, intent: 'question' } as const;

function counted(...changes: Parameters<typeof changesOf>[0]): Record<string, Record<string, number>> {
  const accounts = [...changesOf(changes)].map(([id, names]) => [id, Object.fromEntries(names)] as const);
  return Object.fromEntries(accounts);
}

describe('the counts of threads', () => {
  it('add a new thread and remove an erased one', () => {
    const one = { open: 1, unread: 1, intent_question: 1 };
    expect(counted({ before: undefined, after: thread })).toEqual({ acc_1: one });
    const removed = { open: -1, unread: -1, intent_question: -1 };
    expect(counted({ before: thread, after: undefined })).toEqual({ acc_1: removed });
  });

  it('count the intents of open threads only', () => {
    expect(counted({ before: thread, after: { ...thread, status: 'closed' } })).toEqual({
      acc_1: { open: -1, closed: 1, intent_question: -1 },
    });
    const closed = { ...thread, status: 'closed' } as const;
    expect(counted({ before: closed, after: { ...closed, intent: 'referral' } })).toEqual({});
  });

  it('change only what differs, by account', () => {
    const other = { ...thread, sending_account_id: 'acc_2' };
    const changes = [
      { before: thread, after: { ...thread, unread: false } },
      { before: thread, after: thread },
      { before: other, after: { ...other, intent: 'not_now' as const } },
    ];
    expect(counted(...changes)).toEqual({
      acc_1: { unread: -1 },
      acc_2: { intent_question: -1, intent_not_now: 1 },
    });
  });
});
