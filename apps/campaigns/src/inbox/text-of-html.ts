import { htmlToText, TemplateError } from '../templates/index.ts';

/** The text of HTML; empty if it is beyond the limits of the parser. */
export function textOfHtml(html: string): string {
  if (html === '') return '';
  try {
    return htmlToText(html);
  } catch (thrown) {
    if (thrown instanceof TemplateError) return '';
    throw thrown;
  }
}
