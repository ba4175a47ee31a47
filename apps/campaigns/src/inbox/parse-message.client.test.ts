import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classifyMessage } from './classify-message.ts';
import { createMessageParser } from './parse-message.client.ts';

const parser = createMessageParser();
const parse = async (raw: string | Uint8Array) =>
  parser.parse(typeof raw === 'string' ? Buffer.from(raw, 'utf8') : raw);

/** Lines that real messages have, in any order. */
const LINE = fc.constantFrom(
  'From: =?utf-8?B?SmFuZQ==?= <jane@acme.example>',
  'From: @@',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
  'Content-Type: message/delivery-status',
  'Content-Type: message/rfc822',
  'Content-Type: text/plain; charset=unknown-8bit',
  'Content-Transfer-Encoding: base64',
  'References: <snd_01hzy3m5v2c8t4k6q9x7w1r0ba.5f1c0a9e3b7d2846@shop.example>',
  'Action: failed',
  'Status: 5.1.1',
  '--b',
  '--b--',
  '',
  ' folded',
  '=?x?Q?=ZZ?=',
  '>'.repeat(500),
);

describe('the parser of messages', () => {
  it('never throws for random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        classifyMessage(await parse(bytes));
      }),
      { numRuns: 100 },
    );
  });

  it('never throws for lines of messages in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(LINE, { maxLength: 40 }), async (lines) => {
        classifyMessage(await parse(lines.join('\r\n')));
      }),
      { numRuns: 200 },
    );
  });

  it('decodes headers and skips attachments', async () => {
    const raw = [
      'From: =?iso-8859-1?Q?J=F6rg?= <JOERG@acme.example>',
      'Subject: =?utf-8?B?w4Q=?= =?utf-8?B?w5Y=?= plain',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe',
      '--b',
      'Content-Type: application/pdf; name="offer.pdf"',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      'A'.repeat(100_000),
      '--b--',
    ].join('\r\n');
    const message = await parse(raw);
    expect(message).toMatchObject({ from: 'joerg@acme.example', subject: 'ÄÖ plain', parts: [] });
    expect(message.text.trim()).toBe('Grüße');
  });

  it('reads the beginning of a message that is cut off', async () => {
    const raw =
      'From: jane@acme.example\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\n\r\nYes pl';
    expect(await parse(raw)).toMatchObject({ from: 'jane@acme.example', text: 'Yes pl' });
  });

  it('reads the headers and the text behind a header that is too long', async () => {
    const to = Array.from({ length: 5_000 }, (_, index) => `a${index}@b.example`).join(',\r\n ');
    const message = await parse(`To: ${to}\r\nFrom: jane@acme.example\r\nSubject: Hi\r\n\r\nThanks!`);
    expect(message).toMatchObject({ from: 'jane@acme.example', subject: 'Hi', text: 'Thanks!' });
    expect(message.headers.get('to')?.[0]?.length).toBeLessThan(16_384);
  });

  it('parses thousands of nested parts and headers in less than five seconds of processor time', async () => {
    const nested = Array.from(
      { length: 3_000 },
      (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`,
    ).join('');
    const headers = Array.from({ length: 5_000 }, (_, index) => `X-${index}: a\r\n`).join('');
    const before = process.cpuUsage();
    await parse(`From: a@b.example\r\n${nested}`);
    expect((await parse(`From: a@b.example\r\n${headers}\r\ntext`)).headers.size).toBeLessThanOrEqual(300);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
