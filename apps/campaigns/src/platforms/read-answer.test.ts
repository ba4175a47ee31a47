import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.ts';

const NOW = new Date('2026-01-31T09:30:00.000Z');
const read = (result: object) =>
  readAnswer(JSON.stringify({ results: [{ id: 'snd_1', ...result }] }), NOW)?.get('snd_1');

describe('the result of a message', () => {
  it.each([
    [{ status: 'accepted' }, { kind: 'accepted' }],
    [
      { status: 'refused', smtp_code: 550, enhanced_code: '5.1.1', text: 'No such user' },
      {
        kind: 'refused',
        reply: { code: 550, enhanced: '5.1.1', text: 'No such user' },
        classification: 'invalid_mailbox',
        type: 'hard',
      },
    ],
    [
      { status: 'refused', smtp_code: 451, text: '4.7.1 Greylisted' },
      { kind: 'refused', classification: 'rate_limited', type: 'soft' },
    ],
    [
      { status: 'refused', smtp_code: 550, classification: 'spam_block' },
      { kind: 'refused', classification: 'spam_block', type: 'block' },
    ],
    [{ status: 'refused' }, { kind: 'refused', classification: 'unknown', type: 'soft' }],
    [
      { status: 'retry', retry_after_seconds: 60 },
      {
        kind: 'retry',
        error: 'The platform asks for a later attempt.',
        retryAt: new Date(NOW.getTime() + 60_000),
      },
    ],
    [
      { status: 'retry', text: 'Later' },
      { kind: 'retry', error: 'Later', retryAt: undefined },
    ],
    [
      { status: 'failed', text: ' No\ncredits ' },
      { kind: 'failed', error: 'No credits' },
    ],
  ])('is read from %j', (result, expected) => {
    expect(read(result)).toMatchObject(expected);
  });

  it.each([
    { status: 'sent' },
    { status: 'refused', smtp_code: 9 },
    { status: 'refused', classification: 'lost' },
    { status: 'retry', retry_after_seconds: -1 },
    { status: 'refused', enhanced_code: 'none' },
  ])('is left out if it is %j', (result) => {
    expect(read(result)).toBeUndefined();
  });

  it('is not read from a response without a list', () => {
    expect(readAnswer('null', NOW)).toBeUndefined();
    expect(readAnswer('', NOW)).toBeUndefined();
  });
});
