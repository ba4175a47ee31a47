import { escapeHtml } from '@outreach/values';
import type { Message, MessageBody } from '../threads/index.ts';
import { htmlOf } from './text-as-html.ts';

/** The message that an answer quotes. */
export interface QuotedMessage extends MessageBody {
  readonly from: Message['from'];
  readonly at: Date;
}

export interface QuoteOptions {
  /** The zone of the date in the attribution. */
  readonly zone: string;
  /** Bytes of the quotation in UTF-8, at most. */
  readonly bytesMax: number;
}

/** Gmail, Apple Mail and Outlook show a quotation of this form as one, and hide it. */
const BLOCKQUOTE =
  '<blockquote type="cite" class="gmail_quote" style="margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex">';
const LINE_END = '<br>\n';

/** `On Tue, 24 Nov 2026 at 13:05, Ada Lovelace <ada@example.com> wrote:` */
export function attributionOf({ from, at }: Pick<QuotedMessage, 'from' | 'at'>, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
  const time = `${part('hour')}:${part('minute')}`;
  const name = (from.name ?? '').replaceAll(/\s+/g, ' ').trim();
  return `On ${date} at ${time}, ${name === '' ? from.email : `${name} <${from.email}>`} wrote:`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** The lines of the message with `> `, below its attribution. Lines that do not fit are left out. */
export function quoteText(message: QuotedMessage, { zone, bytesMax }: QuoteOptions): string {
  const lines = linesOf(message.body_text).map((line) =>
    line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd(),
  );
  return fitting([attributionOf(message, zone), ...lines], { bytesMax, separatorBytes: 1 }).join('\n');
}

/** The HTML of the message in a blockquote, or its text if it has none or too much HTML. */
export function quoteHtml(message: QuotedMessage, { zone, bytesMax }: QuoteOptions): string {
  const attribution = `<div class="gmail_attr">${escapeHtml(attributionOf(message, zone))}<br></div>`;
  const frame = (content: string): string =>
    `<div class="gmail_quote">${attribution}${BLOCKQUOTE}${content}</blockquote></div>`;
  const whole = message.body_html === null ? undefined : frame(message.body_html);
  if (whole !== undefined && Buffer.byteLength(whole) <= bytesMax) return whole;
  const options = { bytesMax: bytesMax - Buffer.byteLength(frame('')), separatorBytes: LINE_END.length };
  const lines = fitting(linesOf(message.body_text).map(htmlOf), options);
  return lines.length === 0 ? '' : frame(lines.join(LINE_END));
}

function linesOf(text: string): readonly string[] {
  return text.replaceAll(/\r\n?/g, '\n').trimEnd().split('\n');
}

interface FitOptions {
  readonly bytesMax: number;
  /** Bytes between two lines. */
  readonly separatorBytes: number;
}

/** The first lines that fit in a number of bytes. */
function fitting(lines: readonly string[], { bytesMax, separatorBytes }: FitOptions): readonly string[] {
  let bytes = -separatorBytes;
  const end = lines.findIndex((line) => {
    bytes += separatorBytes + Buffer.byteLength(line);
    return bytes > bytesMax;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
