import {
  CLOSING,
  isAttribution,
  MOBILE_SIGNATURE,
  ORIGINAL_FOLLOWS,
  SENDER_LABEL,
  SENT_LABEL,
} from './quote-markers.ts';

const LINES_MAX = 400;
const LINE_CHARACTERS_MAX = 2_000;
/** An attribution can be wrapped. */
const ATTRIBUTION_LINES_MAX = 3;
const LABEL_LINES_MAX = 4;

/**
 * The text that the sender of a reply has written: without the quoted original, its introduction and signatures. Text
 * below a quotation is kept. Formats: Gmail, Outlook, Apple Mail, Thunderbird and Yahoo, in seven languages.
 */
export function ownText(text: string): string {
  const lines = text
    .replaceAll('\r', '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\u200B|\u200C|\u200D|\uFEFF/g, '')
    .split('\n', LINES_MAX)
    .map((line) => line.slice(0, LINE_CHARACTERS_MAX).trim());
  return withoutSignature(withoutQuotes(lines)).join('\n').trim();
}

function withoutQuotes(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith('>')) continue;
    const length = attributionLength(lines, index);
    if (length > 0) {
      if (!isQuotedNext(lines, index + length)) break;
      index += length - 1;
      continue;
    }
    if (startsOriginal(lines, index)) break;
    kept.push(line);
  }
  return kept;
}

/** The number of lines of the attribution that starts here; 0 without one. */
function attributionLength(lines: readonly string[], index: number): number {
  for (let count = 1; count <= ATTRIBUTION_LINES_MAX; count += 1)
    if (isAttribution(lines.slice(index, index + count).join(' '))) return count;
  return 0;
}

/** True if the next line with text is quoted by `>`; the sender may have written below it. */
function isQuotedNext(lines: readonly string[], from: number): boolean {
  return (
    lines
      .slice(from)
      .find((line) => line !== '')
      ?.startsWith('>') === true
  );
}

function startsOriginal(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (ORIGINAL_FOLLOWS.test(line)) return true;
  const next = lines.slice(index + 1, index + 1 + LABEL_LINES_MAX);
  return SENDER_LABEL.test(line) && next.some((label) => SENT_LABEL.test(label));
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const firstWithText = lines.findIndex((line) => line !== '');
  const end = lines.findIndex((line, index) => {
    if (/^--$|^_{5,}$/.test(line)) return true;
    return MOBILE_SIGNATURE.test(line) || (index > firstWithText && CLOSING.test(line));
  });
  return end === -1 ? lines : lines.slice(0, end);
}
