import { compile } from 'html-to-text';

const INPUT_CHARACTERS_MAX = 512 * 1_024;
const DEPTH_MAX = 100;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: INPUT_CHARACTERS_MAX, maxDepth: DEPTH_MAX, ellipsis: '' },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] },
    },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text part of an email that has an HTML part only. */
export function htmlToText(html: string): string {
  return convert(html);
}
