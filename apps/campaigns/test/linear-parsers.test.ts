import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { describe, expect, it } from '@jest/globals';
import { GROWTH_MAX, growthOf } from '@outreach/testing';
import { normaliseDomain, normaliseEmail } from '@outreach/values';
import { classifyMessage } from '../src/inbox/classify-message.ts';
import type { InboundMessage } from '../src/inbox/message.ts';
import { createMessageParser } from '../src/inbox/parse-message.client.ts';
import { readPlainBounce } from '../src/inbox/plain-bounce.ts';
import { parseReport } from '../src/inbox/report-fields.ts';
import { namesIn } from '../src/inbox/send-references.ts';
import { cutHtmlQuote, ownText, scoreText, snippetOf } from '../src/reply-intents/index.ts';
import { compileTemplate, TemplateError } from '../src/templates/index.ts';
import { createTrackingLinks } from '../src/tracking/tracking-links.ts';

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
  'a,',
  'a:b;',
  '<a@b>,',
  ';a=',
  ';a*0="b"',
  '(',
  '\\',
  '.',
  '+/v8-',
  '=3D',
  '--b\r\n',
  '--b\r\nContent-Type: message/rfc822\r\n\r\n',
  '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
  '{{ a',
  '{{ a }}',
  '{{ a | b: ',
  '{% if a %}',
  '{% for a in b %}',
  '{% ',
  '|',
];

const links = createTrackingLinks({
  tokens: createTrackingTokens([Buffer.alloc(32, 1)]),
  baseUrl: 'https://mail.example.com',
});
const send = {
  id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1',
  workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0',
  enrollment_id: 'enr_01J9Z3NDEKTSV4RRFFQ69G5FA2',
  tracking_domain: null,
};
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

/** A message whose text has the headers. */
const parse = async (headers: string, text: string): Promise<unknown> => parser.parse(source(headers, text));
const folded = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n ');

function compile(kind: 'html' | 'text', text: string): unknown {
  try {
    return compileTemplate(kind, text);
  } catch (thrown) {
    if (thrown instanceof TemplateError) return undefined;
    throw thrown;
  }
}

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
  'text messages': async (text) => parse('Content-Type: text/plain', text),
  'HTML messages': async (text) => parse('Content-Type: text/html', text),
  'parts of messages': async (text) =>
    parse('Content-Type: multipart/mixed; boundary=b', `--b\r\n\r\n${text}`),
  'reports in messages': async (text) =>
    parse(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${text}`,
    ),
  'messages in messages': async (text) => parse('Content-Type: message/rfc822', text),
  'encoded messages': async (text) =>
    parse('Content-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: quoted-printable', text),
  'headers of messages': async (text) => parse(`X-Long: ${folded(text)}`, 'x'),
  'senders of messages': async (text) => parse(`Sender: ${folded(text)}\r\nTo: ${folded(text)}`, 'x'),
  'types of messages': async (text) => parse(`Content-Type: text/plain; x${folded(text)}`, 'x'),
  'references of messages': async (text) => parse(`References: ${folded(text)}`, 'x'),
  'HTML templates': (text) => compile('html', text),
  'text templates': (text) => compile('text', text),
  addresses: (text) => [normaliseEmail(text), normaliseEmail(`a@${text}`), normaliseDomain(text)],
};

describe.each(Object.entries(PARSERS))('the parser of %s', (_name, parse) => {
  it.each(REPEATED)('takes at most two and a half times as long for twice as many %j', async (part) => {
    expect(await growthOf(parse, part)).toBeLessThanOrEqual(GROWTH_MAX);
  });
});
