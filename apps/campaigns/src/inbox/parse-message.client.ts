import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import libmime from 'libmime';
import { MailParser, type AttachmentStream, type HeaderLines, type MessageText } from 'mailparser';
import { cutHtmlQuote } from '../reply-intents/index.ts';
import type { MessageParser, ParsedMessage, ReceivedFile, ReportPart } from './message.ts';
import { textOfHtml } from './text-of-html.ts';

const HEADERS_MAX = 300;
const HEADER_CHARACTERS_MAX = 16_384;
/** Of all headers together. */
const HEADER_BYTES_MAX = 65_536;
const TEXT_CHARACTERS_MAX = 65_536;
const PARTS_MAX = 8;
const PART_BYTES_MAX = 65_536;
/** A message that takes longer is used as far as it is parsed. */
const PARSE_MS_MAX = 10_000;

const REPORT_PARTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/feedback-report',
  'message/rfc822',
  'message/global-delivery-status',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
]);

/** Reads headers, texts and the parts of reports; of attachments, the names and sizes. */
export function createMessageParser(): MessageParser {
  return {
    parse: async (source, isCut = false) => toMessage(await readParts(source), isCut),
  };
}

interface Parsed {
  lines: HeaderLines;
  text: string;
  html: string;
  readonly parts: ReportPart[];
  readonly files: ReceivedFile[];
}

async function readParts(source: Uint8Array): Promise<Parsed> {
  const parsed: Parsed = { lines: [], text: '', html: '', parts: [], files: [] };
  const parser = new MailParser({
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
  });
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, PARSE_MS_MAX);
  parser.on('headerLines', (lines: HeaderLines) => {
    parsed.lines = lines;
  });
  parser.on('data', (data: AttachmentStream | MessageText) => {
    if (data.type === 'attachment') readAttachment(data, parsed);
    else {
      parsed.text = typeof data.text === 'string' ? data.text : '';
      parsed.html = typeof data.html === 'string' ? data.html : '';
    }
  });
  parser.once('end', resolve);
  parser.on('error', resolve);
  parser.end(cutHeaders(source));
  await ended;
  clearTimeout(timer);
  return parsed;
}

/** The library parses every header: long ones are cut before. */
function cutHeaders(source: Uint8Array): Uint8Array {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  const headers = end === -1 ? text : text.slice(0, end);
  if (headers.length <= HEADER_CHARACTERS_MAX) return source;
  const cut = headers
    .split(/\r?\n(?![ \t])/, HEADERS_MAX)
    .map((header) => header.slice(0, HEADER_CHARACTERS_MAX))
    .join('\r\n')
    .slice(0, HEADER_BYTES_MAX);
  return Buffer.concat([Buffer.from(cut, 'latin1'), source.subarray(headers.length)]);
}

/** A part must be read to its end before the parser continues. */
function readAttachment(data: AttachmentStream, { parts, files }: Parsed): void {
  const isKept = REPORT_PARTS.has(data.contentType) && parts.length < PARTS_MAX;
  const chunks: Buffer[] = [];
  let size = 0;
  data.content.on('data', (chunk: Buffer) => {
    if (isKept && size < PART_BYTES_MAX) chunks.push(chunk);
    size += chunk.length;
  });
  data.content.once('error', () => data.release?.());
  data.content.once('end', () => {
    const text = Buffer.concat(chunks).subarray(0, PART_BYTES_MAX).toString('utf8');
    if (isKept) parts.push({ contentType: data.contentType, text });
    if (files.length < INBOX_LIMITS.attachmentsMax)
      files.push({ name: data.filename ?? null, contentType: data.contentType, size });
    data.release?.();
  });
}

/** A body is before the attachments: of a cut message with some, they are cut. */
function toMessage({ lines, text, html, parts, files }: Parsed, isCut: boolean): ParsedMessage {
  const headers = toHeaders(lines);
  const [contentType, reportType] = contentTypeOf(headers.get('content-type')?.[0] ?? 'text/plain');
  return {
    headers,
    from: addressOf(headers.get('from')?.[0] ?? ''),
    subject: headers.get('subject')?.[0] ?? '',
    contentType,
    reportType: reportType ?? null,
    text: (text.trim() === '' ? textOfHtml(cutHtmlQuote(html.slice(0, TEXT_CHARACTERS_MAX))) : text).slice(
      0,
      TEXT_CHARACTERS_MAX,
    ),
    parts,
    content: { text, html, files, isCut: isCut && files.length === 0 },
  };
}

function toHeaders(lines: HeaderLines): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const { key, line } of lines.slice(0, HEADERS_MAX)) {
    const value = line
      .slice(line.indexOf(':') + 1, HEADER_CHARACTERS_MAX)
      .replaceAll(/\r?\n[ \t]*/g, ' ')
      .trim();
    const values = headers.get(key);
    const decoded = libmime.decodeWords(value);
    if (values === undefined) headers.set(key, [decoded]);
    else values.push(decoded);
  }
  return headers;
}

/** The media type and the type of a report. */
function contentTypeOf(value: string): [string, string | undefined] {
  const [type = ''] = value.split(';');
  const reportType = /report-type\s*=\s*"?([\w-]+)/i.exec(value)?.[1];
  return [type.trim().toLowerCase(), reportType?.toLowerCase()];
}

/** The address in angle brackets, else the first address. */
function addressOf(value: string): string | null {
  const found =
    /<([^<>\s]{1,254})>/.exec(value)?.[1] ?? /[^\s<>"(),;]{1,64}@[^\s<>"(),;]{1,189}/.exec(value)?.[0];
  return found?.includes('@') === true ? found.toLowerCase() : null;
}
