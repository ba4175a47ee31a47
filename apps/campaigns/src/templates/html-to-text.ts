import { compile } from 'html-to-text';
import { TemplateError } from './template-error.ts';

/** The library takes seconds for elements that are nested thousands of times. */
const NESTING_MAX = 500;
const DEPTH_READ_MAX = 100;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Elements without an end tag, or whose end tag is often left out. */
const UNCLOSED = new Set(
  'area base br col dd dt embed hr img input li link meta option p source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: DEPTH_READ_MAX },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'img', format: 'skip' },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text part of an email that has an HTML part only. @throws TemplateError if elements are nested too deeply. */
export function htmlToText(html: string): string {
  if (nestingOf(html) > NESTING_MAX)
    throw new TemplateError('limit', `the HTML nests elements more than ${NESTING_MAX} times`);
  return convert(html);
}

/** The number of elements that are open at once. */
function nestingOf(html: string): number {
  let open = 0;
  let max = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (UNCLOSED.has(name.toLowerCase())) continue;
    open = slash === '/' ? Math.max(open - 1, 0) : open + 1;
    max = Math.max(max, open);
  }
  return max;
}
