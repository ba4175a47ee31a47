import { escapeHtml } from '@outreach/values';

/** A text as HTML that looks the same: with its line breaks and its indentation. */
export function htmlOf(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^ +| {2,}/gm, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replaceAll('\n', '<br>\n');
}
