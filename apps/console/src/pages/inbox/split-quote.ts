export interface SplitText {
  readonly own: string;
  /** Empty without a quotation. */
  readonly quoted: string;
}

/** A line that introduces a quotation, for example `On Monday Ada wrote:`. */
const INTRODUCTION = /^(on|am|le|el|il) .{1,200}:\s*$/i;

/** Separates the text of a message from the quoted message at its end. */
export function splitQuote(text: string): SplitText {
  const lines = text.split('\n');
  let start = lines.length;
  while (start > 0 && isQuotation(lines[start - 1] ?? '')) start -= 1;
  while (start < lines.length && (lines[start] ?? '').trim() === '') start += 1;
  if (start === lines.length) return { own: text.trimEnd(), quoted: '' };
  const introduction = lines.slice(0, start).findLastIndex((line) => line.trim() !== '');
  if (INTRODUCTION.test(lines[introduction]?.trim() ?? '')) start = introduction;
  return { own: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n') };
}

function isQuotation(line: string): boolean {
  return line.startsWith('>') || line.trim() === '';
}
