import { describe, expect, it } from '@jest/globals';
import type { Step } from '../sequences/index.ts';
import { threadOf } from './thread.ts';

const stepOf = (number: number, mode: Step['thread_mode']) =>
  ({ id: `stp_${number}`, step_number: number, thread_mode: mode }) as Step;

const sentOf = (number: number) => ({
  enrollment_id: 'enr_1',
  step_number: number,
  step_id: `stp_${number}`,
  message_id: `<${number}@acme.com>`,
  subject: `Subject ${number}`,
});

describe('threadOf', () => {
  const steps = [stepOf(1, 'new'), stepOf(2, 'reply'), stepOf(3, 'new'), stepOf(4, 'reply')];
  const thread = (number: number, sent: readonly number[]) =>
    threadOf(steps[number - 1] ?? stepOf(number, 'reply'), { sent: sent.map(sentOf), steps });

  it('has no earlier email in the first step', () => {
    expect(thread(1, [])).toEqual({ inReplyTo: null, references: [], firstSubject: undefined });
  });

  it('replies to the previous email', () => {
    expect(thread(2, [1])).toEqual({
      inReplyTo: '<1@acme.com>',
      references: ['<1@acme.com>'],
      firstSubject: 'Subject 1',
    });
  });

  it('starts another conversation', () => {
    expect(thread(3, [1, 2])).toMatchObject({ inReplyTo: null, references: [] });
  });

  it('replies within the latest conversation', () => {
    expect(thread(4, [1, 2, 3])).toMatchObject({ inReplyTo: '<3@acme.com>', references: ['<3@acme.com>'] });
  });

  it('names all emails of a conversation whose first step is gone', () => {
    expect(threadOf(stepOf(9, 'reply'), { sent: [sentOf(6), sentOf(7)], steps }).references).toEqual([
      '<6@acme.com>',
      '<7@acme.com>',
    ]);
  });
});
