import { describe, expect, it } from '@jest/globals';
import { printable, printableJson } from './printable.ts';

const ESCAPE = '\u001b';
/** Red text, a cleared screen, a window title, a bell, a C1 control, a line break, and reversed text. */
const HOSTILE = `${ESCAPE}[31mMaria${ESCAPE}[2J${ESCAPE}]0;title\u0007 \u009b2JKeller\r\n\u202eevil\u2069`;

describe('printable', () => {
  it('removes control characters and escape sequences', () => {
    expect(printable(HOSTILE)).toBe('Maria Kellerevil');
  });

  it('keeps letters of all scripts, and emoji', () => {
    expect(printable('Zoë 山田 🙂👩‍🚀')).toBe('Zoë 山田 🙂👩‍🚀');
  });
});

describe('printableJson', () => {
  it('has no control characters and is the same value when it is parsed', () => {
    const text = printableJson({ name: HOSTILE });
    expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(JSON.parse(text)).toEqual({ name: HOSTILE });
  });
});
