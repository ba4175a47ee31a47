import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { describe, expect, it } from '@jest/globals';
import { classifyMessage } from '../src/inbox/classify-message.ts';
import type { InboundMessage } from '../src/inbox/message.ts';
import { createMessageParser } from '../src/inbox/parse-message.client.ts';
import { readPlainBounce } from '../src/inbox/plain-bounce.ts';
import { parseReport } from '../src/inbox/report-fields.ts';
import { namesIn } from '../src/inbox/send-references.ts';
import { cutHtmlQuote, ownText, scoreText, snippetOf } from '../src/reply-intents/index.ts';
import { createTrackingLinks } from '../src/tracking/tracking-links.ts';

const KIB = 1_024;
const SIZES_KIB = [32, 64, 128];
const GROWTH_MAX = 2.5;
/** Times below this say nothing about growth: a parser of quadratic cost takes seconds for 128 KiB. */
const FLOOR_MS = 40;
const RUNS = 3;
const MICROSECONDS_PER_MS = 1_000;

/** Text that makes a careless parser start again at each repetition. */
const REPEATED = [
  '@',
  'a@',
  '<',
  '<a ',
  '<a href=',
  '<a href="',
  '<div class="',
  '<div style="border-top:',
  '<style>',
  '</body ',
  '<!--',
  '&',
  '-',
  ' ',
  '"',
  "'550 ",
  '\n',
  '\n ',
  '> ',
  '?= =?',
  '=?utf-8?q?',
  'message-id: ',
  '<snd_',
  'on 1 ',
  'a: b\n',
];

const links = createTrackingLinks({
  tokens: createTrackingTokens([Buffer.alloc(32, 1)]),
  baseUrl: 'https://mail.example.com',
});
const send = { id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1', workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0' };
const parser = createMessageParser();

/** A message that a mail system seems to have sent. */
const bounceOf = (text: string): InboundMessage => ({
  headers: new Map([
    ['from', ['MAILER-DAEMON@example.com']],
    ['x-failed-recipients', [text]],
    ['references', [text]],
  ]),
  from: 'mailer-daemon@example.com',
  subject: `Undelivered mail ${text}`,
  contentType: 'text/plain',
  reportType: null,
  text,
  parts: [{ contentType: 'message/rfc822', text }],
});

const source = (headers: string, body: string): Uint8Array =>
  Buffer.from(`From: <a@example.com>\r\nSubject: x\r\n${headers}\r\n\r\n${body}`);

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'plain bounces': (text) => readPlainBounce(bounceOf(text)),
  classification: (text) => classifyMessage(bounceOf(text)),
  'fields of reports': parseReport,
  'message ids': namesIn,
  'quotes of HTML': cutHtmlQuote,
  'quotes of text': ownText,
  intents: (text) => scoreText(ownText(text)),
  snippets: snippetOf,
  'links and pixel': (text) => links.instrument(text, send, { opens: true, links: true }),
  'text messages': async (text) => parser.parse(source('Content-Type: text/plain', text)),
  'HTML messages': async (text) => parser.parse(source('Content-Type: text/html', text)),
  headers: async (text) => parser.parse(source(`X-Long: ${text.replaceAll('\n', '\r\n ')}`, 'x')),
};

/** Processor time of the fastest of several runs, in ms. */
async function timeOf(parse: (text: string) => unknown, text: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    await parse(text);
    times.push(process.cpuUsage(before).user / MICROSECONDS_PER_MS);
  }
  return Math.min(...times);
}

describe.each(Object.entries(PARSERS))('the parser of %s', (_name, parse) => {
  it.each(REPEATED)('takes at most two and a half times as long for twice as many %j', async (part) => {
    const times: number[] = [];
    for (const kib of SIZES_KIB) {
      const text = part.repeat(Math.ceil((kib * KIB) / part.length));
      times.push(Math.max(await timeOf(parse, text), FLOOR_MS));
    }
    const growths = times.slice(1).map((time, index) => time / (times[index] ?? time));
    expect(Math.max(...growths)).toBeLessThanOrEqual(GROWTH_MAX);
  });
});
