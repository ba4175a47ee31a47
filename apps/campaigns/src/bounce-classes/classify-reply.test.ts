import { describe, expect, it } from '@jest/globals';
import { REPLY_EXAMPLES } from '../../test/reply-examples.ts';
import { classifyReply } from './classify-reply.ts';

const EXAMPLES = Object.entries(REPLY_EXAMPLES).flatMap(([expected, replies]) =>
  replies.map((reply) => {
    const text = reply.slice(reply.indexOf(': ') + 2);
    return { expected, server: reply.slice(0, 70), text };
  }),
);

describe('classifyReply', () => {
  it.each(EXAMPLES)('classifies as $expected: $server', ({ expected, text }) => {
    const { classification, type } = classifyReply({ code: null, enhanced: null, text });
    expect(`${classification} ${type}`).toBe(expected);
  });

  it('prefers the code and the status of the caller to the text', () => {
    expect(classifyReply({ code: 550, enhanced: '5.1.1', text: '' })).toEqual({
      classification: 'invalid_mailbox',
      type: 'hard',
    });
    expect(classifyReply({ code: 450, enhanced: '4.1.1', text: 'User unknown' })).toEqual({
      classification: 'unknown',
      type: 'soft',
    });
    expect(classifyReply({ code: 450, enhanced: '5.1.1', text: 'User unknown' })).toEqual({
      classification: 'unknown',
      type: 'soft',
    });
  });

  it('does not read the address of the recipient as a reason', () => {
    const text = '554 5.7.1 <spam.blacklist@dmarc-fail.example>: Relay access denied';
    expect(classifyReply({ code: null, enhanced: null, text }).classification).toBe('policy_block');
  });

  it('reads no status in an IP address', () => {
    expect(classifyReply({ code: 554, enhanced: null, text: '#5.1.1.7' }).classification).toBe('unknown');
  });

  it('classifies a text of 5 MB in less than a second of processor time', () => {
    const before = process.cpuUsage();
    classifyReply({ code: 550, enhanced: null, text: 'user exceeded '.repeat(350_000) });
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
