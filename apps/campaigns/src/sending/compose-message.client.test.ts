import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { composeMessage } from './compose-message.client.ts';
import type { Email } from './ports.ts';

const EMAIL: Email = {
  messageId: '<snd_1@acme.com>',
  from: { name: 'Jane Doe', address: 'jane@acme.com' },
  to: 'maria@example.com',
  cc: [],
  replyTo: null,
  subject: 'A question',
  html: null,
  text: 'Hello',
  inReplyTo: null,
  references: [],
  unsubscribeUrl: 'https://mail.acme.com/u/token',
  date: new Date('2026-01-31T09:30:00.000Z'),
};

const HEADERS = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

async function headerLinesOf(email: Email): Promise<string[]> {
  const source = composeMessage(email).toString('latin1');
  return source.slice(0, source.indexOf('\r\n\r\n')).split('\r\n');
}

const namesOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .toSorted();

/** Texts that try to leave a header. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '\r\nBcc: a@b.co',
        '\n',
        '\r',
        '\0',
        '=?utf-8?Q?=0D=0ABcc:_a@b.co?=',
        '=?UTF-8?B?DQpCY2M6IGFAYi5jbw==?=',
        '"',
        '\\',
        '<a@b.co>,',
        ', a@b.co',
        ';',
        ':',
        'é',
        '\u2028',
        '😀',
        'x'.repeat(200),
        ' ',
        '\t',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('composeMessage', () => {
  it('writes the headers of a first email', async () => {
    const lines = await headerLinesOf(EMAIL);
    expect(lines).toEqual(
      expect.arrayContaining([
        'From: Jane Doe <jane@acme.com>',
        'To: maria@example.com',
        'Subject: A question',
        'Message-ID: <snd_1@acme.com>',
        'Date: Sat, 31 Jan 2026 09:30:00 +0000',
        'List-Unsubscribe: <https://mail.acme.com/u/token>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    expect(namesOf(lines)).toEqual(HEADERS);
  });

  it('writes the thread of a reply and the Reply-To address', async () => {
    const lines = await headerLinesOf({
      ...EMAIL,
      replyTo: 'sales@acme.com',
      inReplyTo: '<b@acme.com>',
      references: ['<a@acme.com>', '<b@acme.com>'],
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'Reply-To: sales@acme.com',
        'In-Reply-To: <b@acme.com>',
        'References: <a@acme.com> <b@acme.com>',
      ]),
    );
  });

  it('writes the copies of an answer, and no unsubscribe headers', async () => {
    const lines = await headerLinesOf({
      ...EMAIL,
      cc: ['bob@example.com', 'o"x@example.com'],
      unsubscribeUrl: null,
    });
    expect(lines).toContain('Cc: bob@example.com, <"o\\"x"@example.com>');
    const unsubscribing = HEADERS.filter((name) => name.startsWith('list-'));
    expect(namesOf(lines)).toEqual(
      [...HEADERS.filter((name) => !unsubscribing.includes(name)), 'cc'].toSorted(),
    );
  });

  it('has no header and no address of a subject or a name', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (subject, name) => {
        const lines = await headerLinesOf({ ...EMAIL, subject, from: { ...EMAIL.from, name } });
        const allowed = new Set([...HEADERS]);
        expect(namesOf(lines).filter((header) => !allowed.has(header))).toEqual([]);
        expect(lines.every((line) => !/[\r\n\0]/.test(line))).toBe(true);
        const parsed = await simpleParser(`${lines.join('\r\n')}\r\n\r\nx`);
        expect(parsed.from?.value.map(({ address }) => address)).toEqual(['jane@acme.com']);
        expect(parsed.subject ?? '').not.toMatch(/[\r\n\0]/);
        expect(parsed.bcc).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('shows texts as they are', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from('aé 😀ß"\\,;:<>()@=?_-Ω語')),
      maxLength: 120,
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (subject, name) => {
        const source = composeMessage({ ...EMAIL, subject, from: { ...EMAIL.from, name } });
        const parsed = await simpleParser(source);
        const shown = (value: string) => value.replaceAll(/\s+/g, ' ').trim();
        expect(shown(parsed.subject ?? '')).toBe(shown(subject));
        expect(shown(parsed.from?.value[0]?.name ?? '')).toBe(shown(name));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps lines of a subject of 10,000 characters within 998 bytes', async () => {
    for (const subject of ['x'.repeat(10_000), 'é'.repeat(10_000), 'word '.repeat(2_000)]) {
      const lines = await headerLinesOf({ ...EMAIL, subject });
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  });

  it('writes text and HTML in 7 bits with CRLF line ends', async () => {
    const html = `<p>${'Größe '.repeat(300)}</p>`;
    const source = composeMessage({ ...EMAIL, text: 'Größe\n.\nFrom me\0', html });
    const raw = source.toString('latin1');
    expect(raw).toMatch(/^[\x20-\x7e\t\r\n]*$/);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const parsed = await simpleParser(source);
    expect(parsed.text?.trim()).toBe('Größe\n.\nFrom me');
    expect(parsed.html).toBe(html);
  });
});
