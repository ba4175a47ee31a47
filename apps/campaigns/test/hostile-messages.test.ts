import { describe, expect, it } from '@jest/globals';
import { toContent } from '../src/inbox/message-content.ts';
import { createMessageParser } from '../src/inbox/parse-message.client.ts';
import { readMessage } from '../src/inbox/read-message.ts';

const parser = createMessageParser();
/** The start of a message that is read. */
const SOURCE_BYTES_MAX = 262_144;
const BODY_BYTES_MAX = 262_144;
const MS_MAX = 1_000;

const HEAD = 'From: Maria <maria@example.com>\r\nMessage-ID: <a@example.com>\r\nMIME-Version: 1.0\r\n';
const lines = (...all: readonly string[]): string => all.join('\r\n');
const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const nested = (count: number): string =>
  times(count, (n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`);

/** Messages of hostile or broken programs, by what they are. */
const MESSAGES: Readonly<Record<string, string | Buffer>> = {
  'no headers': 'Hello',
  'nothing at all': '',
  'only line ends': '\r\n'.repeat(50_000),
  'zero bytes': Buffer.alloc(200_000),
  'random bytes': Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7919) % 251)),
  '5,000 References': lines(
    `${HEAD}References: ${times(5_000, (n) => `<m${n}@x.example>\r\n `)}`,
    'Subject: Re',
    '',
    'Hello',
  ),
  '5,000 headers': lines(`${HEAD}${times(5_000, (n) => `X-${n}: y\r\n`)}`, 'Hello'),
  'a subject of 200,000 characters': lines(`${HEAD}Subject: ${'s'.repeat(200_000)}`, '', 'Hello'),
  '2,000 encoded words': lines(`${HEAD}Subject: ${times(2_000, () => '=?utf-8?B?w4Q=?= ')}`, '', 'Hello'),
  'a sender of 200,000 characters': lines(`From: "${'n'.repeat(200_000)}" <m@example.com>`, '', 'Hello'),
  'nested groups of addresses': lines(`${HEAD}To: ${'g:'.repeat(50_000)}`, '', 'Hello'),
  '10,000 addresses': lines(`${HEAD}To: ${times(10_000, (n) => `a${n}@x.example, `)}`, '', 'Hello'),
  'unclosed quotes': lines(`${HEAD}To: ${'"a <'.repeat(20_000)}`, 'Cc: "', '', 'Hello'),
  '1,000 nested multiparts': `${HEAD}${nested(1_000)}Content-Type: text/plain\r\n\r\nHello`,
  '1,000 nested messages': `${HEAD}${'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)}Hello`,
  '10,000 attachments': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${times(10_000, () => '--b\r\nA: b\r\n\r\n\r\n')}--b--`,
  '3,000 named attachments': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${times(3_000, (n) => `--b\r\nContent-Disposition: attachment; filename=f${n}\r\n\r\nx\r\n`)}--b--`,
  'a file name of 100,000 characters': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; filename="${'../'.repeat(33_000)}x"\r\n\r\nx\r\n--b--`,
  '2,000 parts of a file name': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment${times(2_000, (n) => `; filename*${n}="a"`)}\r\n\r\nx\r\n--b--`,
  'a boundary that never occurs': `${HEAD}Content-Type: multipart/mixed; boundary=never\r\n\r\n${'Hello\r\n'.repeat(30_000)}`,
  'an empty boundary': `${HEAD}Content-Type: multipart/mixed; boundary=""\r\n\r\n${'--\r\n'.repeat(50_000)}`,
  'a boundary in every line': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(50_000)}`,
  'broken base64': `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${'%%%===PHNjcmlwdD4'.repeat(10_000)}`,
  'broken quoted-printable': `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=Z=\r\n='.repeat(40_000)}`,
  'an unknown encoding': `${HEAD}Content-Transfer-Encoding: x-none\r\n\r\nHello`,
  'an unknown charset': `${HEAD}Content-Type: text/html; charset=x-none\r\n\r\n<script>x</script>Hello`,
  'UTF-7': `${HEAD}Content-Type: text/html; charset=utf-7\r\n\r\n+ADw-script+AD4-alert(1)+ADw-/script+AD4-`,
  'UTF-16 that is not': `${HEAD}Content-Type: text/html; charset=utf-16\r\n\r\n<script>x</script>`,
  'ISO-2022-JP that hides a tag': `${HEAD}Content-Type: text/html; charset=iso-2022-jp\r\n\r\n<a title="\u001b$B"><script>x</script>`,
  '100,000 nested tags': `${HEAD}Content-Type: text/html\r\n\r\n${'<b>'.repeat(87_000)}x`,
  '80,000 nested tags that are closed': `${HEAD}Content-Type: text/html\r\n\r\n${'<b>'.repeat(37_000)}x${'</b>'.repeat(37_000)}`,
  '20,000 nested quotations': `${HEAD}Content-Type: text/html\r\n\r\n${'<blockquote>'.repeat(20_000)}x`,
  '1,000 nested tables': `${HEAD}Content-Type: text/html\r\n\r\n${'<table><tr><td>'.repeat(1_000)}x`,
  '30,000 entities': `${HEAD}Content-Type: text/html\r\n\r\n${'&lt;&#x41;'.repeat(20_000)}`,
  '5,000 styles': `${HEAD}Content-Type: text/html\r\n\r\n${'<p style="color:red;font:12px/1 Arial">x</p>'.repeat(5_000)}`,
  'a style of 200,000 characters': `${HEAD}Content-Type: text/html\r\n\r\n<p style="${'color:red;'.repeat(20_000)}">x`,
  '30,000 comments': `${HEAD}Content-Type: text/html\r\n\r\n${'<!--x-->'.repeat(30_000)}Hello`,
  'an unclosed comment': `${HEAD}Content-Type: text/html\r\n\r\nHello<!--${'x'.repeat(200_000)}`,
  'an unclosed attribute': `${HEAD}Content-Type: text/html\r\n\r\nHello<a href="${'x'.repeat(200_000)}`,
  'quotations in text': `${HEAD}Content-Type: text/plain\r\n\r\n${'> '.repeat(100_000)}`,
  'a letter of one line': `${HEAD}Content-Type: text/plain\r\n\r\n${'Hello '.repeat(40_000)}`,
};

describe('a hostile message', () => {
  it.each(Object.keys(MESSAGES))('is read within a second, within the limits: %s', async (name) => {
    const source = Buffer.from(MESSAGES[name] ?? '').subarray(0, SOURCE_BYTES_MAX);
    const startedAt = performance.now();
    const message = await parser.parse(source);
    const content = toContent(message, message.content);
    expect(performance.now() - startedAt).toBeLessThan(MS_MAX);
    const { body_html: html, body_text: text } = content;
    for (const body of [text, html ?? ''])
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_BYTES_MAX);
    expect(html ?? '').not.toMatch(/<script|<style|<iframe|\son\w+=/i);
    expect(content.attachments.length).toBeLessThanOrEqual(100);
    expect(content.references.length).toBeLessThanOrEqual(30);
    expect(content.to.length + content.cc.length).toBeLessThanOrEqual(100);
    const names = content.attachments.map(({ file_name: file }) => file ?? '');
    for (const line of [content.subject, content.from.name ?? '', ...names]) {
      expect(line.length).toBeLessThanOrEqual(998);
      expect(line).not.toMatch(/[\p{Cc}]/u);
    }
    expect(names.join('')).not.toMatch(/[/\\]/);
  });

  it('has a content only if it is a reply', async () => {
    const report = `${HEAD}Content-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n\r\n--b--`;
    const read = async (source: string) =>
      readMessage(parser, { uid: 1, receivedAt: new Date(0), source: Buffer.from(source) });
    expect((await read(`${HEAD}\r\nHello`)).content?.().body_text).toBe('Hello');
    expect((await read(report)).content).toBeUndefined();
  });
});
