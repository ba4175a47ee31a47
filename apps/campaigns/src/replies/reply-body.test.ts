import { describe, expect, it } from '@jest/globals';
import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { ownText } from '../reply-intents/index.ts';
import { replyBody, type ReplyBodyParts } from './reply-body.ts';

const { bodyBytesMax } = INBOX_LIMITS;
const QUOTED = {
  from: { name: 'Ada Lovelace', email: 'ada@example.com' },
  at: new Date('2026-11-24T12:05:00.000Z'),
  body_text: 'How much is it?\n\n> We have an offer.\n>> First\n',
  body_html: '<p>How much <b>is</b> it?</p>',
};

const bodyOf = (changes: Partial<ReplyBodyParts> & { readonly html?: string } = {}) => {
  const { html, ...parts } = changes;
  const input = { body_text: 'It is free.\n', body_html: html };
  return replyBody({ input, signature: '', quoted: QUOTED, zone: 'Europe/Berlin', ...parts });
};

describe('the bodies of an answer', () => {
  it('have the signature below the text, and the quoted message below its attribution', () => {
    expect(bodyOf({ signature: 'Sam\n+49 30 1' }).body_text).toBe(
      [
        'It is free.',
        '',
        'Sam',
        '+49 30 1',
        '',
        'On Tue, 24 Nov 2026 at 13:05, Ada Lovelace <ada@example.com> wrote:',
        '> How much is it?',
        '>',
        '>> We have an offer.',
        '>>> First',
      ].join('\n'),
    );
  });

  it('have a quotation that readers of replies recognise', () => {
    expect(ownText(bodyOf().body_text)).toBe('It is free.');
    expect(
      ownText(bodyOf({ quoted: { ...QUOTED, from: { name: null, email: 'ada@example.com' } } }).body_text),
    ).toBe('It is free.');
  });

  it('have no HTML if the user wrote none', () => {
    expect(bodyOf({ signature: 'Sam' }).body_html).toBeNull();
  });

  it('have the signature as HTML, and the HTML of the quoted message in a blockquote', () => {
    const { body_html: html } = bodyOf({
      html: '<p>It is <i>free</i>.</p>',
      signature: 'Sam & Co\n  <sales>',
    });
    expect(html).toBe(
      '<p>It is <i>free</i>.</p><br>\n<div>Sam &amp; Co<br>\n&nbsp;&nbsp;&lt;sales&gt;</div><br>\n' +
        '<div class="gmail_quote"><div class="gmail_attr">On Tue, 24 Nov 2026 at 13:05, Ada Lovelace &lt;ada@example.com&gt; wrote:<br></div>' +
        '<blockquote type="cite" class="gmail_quote" style="margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex">' +
        '<p>How much <b>is</b> it?</p></blockquote></div>',
    );
  });

  it('keep signature and quotation inside of a whole HTML document', () => {
    const { body_html: html } = bodyOf({ html: '<html><body><p>Hi</p></body></html>', signature: 'Sam' });
    expect(html).toMatch(
      /^<html><body><p>Hi<\/p><br>\n<div>Sam<\/div>.*<\/blockquote><\/div><\/body><\/html>$/s,
    );
  });

  it('quote the text of a message without HTML', () => {
    const quoted = { ...QUOTED, body_html: null, body_text: 'Is 1 < 2?\nYes' };
    expect(bodyOf({ html: '<p>Hi</p>', quoted }).body_html).toContain(
      '1ex">Is 1 &lt; 2?<br>\nYes</blockquote>',
    );
  });

  it('quote nothing if the text of the message was removed', () => {
    expect(bodyOf({ quoted: undefined, html: '<p>Hi</p>' })).toEqual({
      body_text: 'It is free.',
      body_html: '<p>Hi</p>',
    });
  });

  it('cut the quoted message at a line, so that each body stays within its limit', () => {
    const line = `${'ü'.repeat(50)} <b>`;
    const long = `${line}\n`.repeat(6_000);
    const quoted = { ...QUOTED, body_text: long, body_html: `<p>${long}</p>` };
    const { body_text: text, body_html: html } = bodyOf({ html: '<p>Hi</p>', quoted });
    for (const body of [text, html ?? '']) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bodyBytesMax);
      expect(Buffer.byteLength(body)).toBeGreaterThan(bodyBytesMax - 300);
    }
    expect(text.endsWith(`\n> ${line}`)).toBe(true);
    expect(html?.endsWith('&lt;b&gt;</blockquote></div>')).toBe(true);
  });

  it('may be as long as the limit with the signature, and no longer', () => {
    const text = 'a'.repeat(bodyBytesMax - '\n\nSam'.length);
    const parts = { signature: 'Sam', quoted: QUOTED, zone: 'UTC' };
    const input = { body_text: text };
    expect(replyBody({ ...parts, input }).body_text).toHaveLength(bodyBytesMax);
    expect(() => replyBody({ ...parts, input: { ...input, body_text: `${text}a` } })).toThrow(
      /body_text must be at most/,
    );
    const html = { body_text: 'Hi', body_html: 'ü'.repeat(bodyBytesMax / 2) };
    expect(() => replyBody({ ...parts, input: html })).toThrow(/body_html must be at most/);
  });
});
