import { describe, expect, it } from '@jest/globals';
import { splitQuote } from './split-quote.ts';

describe('splitQuote', () => {
  it('separates the quotation at the end with the line that introduces it', () => {
    const text = 'Tuesday at ten?\n\nOn Monday Ada wrote:\n> Can we talk?\n>\n> Ada\n';
    expect(splitQuote(text)).toEqual({
      own: 'Tuesday at ten?',
      quoted: 'On Monday Ada wrote:\n> Can we talk?\n>\n> Ada\n',
    });
  });

  it('keeps a text without a quotation', () => {
    expect(splitQuote('Yes, please.\n')).toEqual({ own: 'Yes, please.', quoted: '' });
  });

  it('keeps a quotation that is answered below', () => {
    const text = '> Can we talk?\nYes.';
    expect(splitQuote(text)).toEqual({ own: text, quoted: '' });
  });

  it('takes a message of a quotation alone as quoted', () => {
    expect(splitQuote('> Can we talk?')).toEqual({ own: '', quoted: '> Can we talk?' });
  });
});
