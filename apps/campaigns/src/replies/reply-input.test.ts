import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { describe, expect, it } from '@jest/globals';
import { checkReply } from './reply-input.ts';

const INPUT: ReplyToThreadRequest = {
  id: 'thr_1',
  body_text: 'Hello',
  cc: [],
  despite_unsubscribe: false,
};

describe('the input of an answer', () => {
  it.each<[string, Partial<ReplyToThreadRequest>]>([
    ['body_text', { body_text: '' }],
    ['body_text', { body_text: ' \n\t\u00A0' }],
    ['body_text', { body_text: '\0', body_html: '<p>Hello</p>' }],
    ['cc[0]', { cc: ['ada'] }],
    ['cc[1]', { cc: ['ada@example.com', 'ada@example.com\r\nBcc: x@y.example'] }],
    ['cc[0]', { cc: [''] }],
    ['cc', { cc: Array.from({ length: 11 }, (_, index) => `ada${index}@example.com`) }],
  ])('is refused on %s: %j', (field, changes) => {
    const error = expect.objectContaining({ kind: 'invalid_argument', field });
    expect(() => checkReply({ ...INPUT, ...changes })).toThrow(error);
  });

  it('has normalised addresses at their positions', () => {
    const cc = [' Ada@Example.COM', 'bob@müller.example', 'ada@example.com'];
    expect(checkReply({ ...INPUT, cc }).cc).toEqual([
      'ada@example.com',
      'bob@xn--mller-kva.example',
      'ada@example.com',
    ]);
  });

  it('has no HTML if it is empty', () => {
    expect(checkReply({ ...INPUT, body_html: ' ' }).body_html).toBeUndefined();
  });
});
