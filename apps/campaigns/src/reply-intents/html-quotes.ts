import { scanHtml, type HtmlTag } from '../html/index.ts';

/** How mail programs mark the quoted original: parts of attributes, by their names. */
const MARKERS: Readonly<Record<string, RegExp>> = {
  class: /gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra/i,
  id: /divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION/i,
  style: /border-top: ?solid #(?:E1E1E1|B5C4DF)/i,
  name: /^_MailOriginal/i,
};
const MARKED_TAGS: Readonly<Record<string, readonly string[]>> = {
  div: ['class', 'id', 'style'],
  hr: ['id'],
  span: ['id'],
  a: ['name'],
};
/** Elements whose text is not shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'title']);

interface Reading {
  /** The hidden element around the position. */
  hidden: string | undefined;
  hasText: boolean;
  quoteStart: number | undefined;
}

/** The HTML before the quoted original; all of it if nothing stands before the original. */
export function cutHtmlQuote(html: string): string {
  const reading: Reading = { hidden: undefined, hasText: false, quoteStart: undefined };
  scanHtml(html, {
    onText: (text) => {
      reading.hasText ||= reading.hidden === undefined && text.replaceAll('&nbsp;', '').trim() !== '';
    },
    onTag: (tag) => {
      reading.hidden = hiddenAfter(tag, reading.hidden);
      if (isQuoteStart(tag)) reading.quoteStart = tag.start;
      return reading.quoteStart === undefined;
    },
  });
  return reading.hasText ? html.slice(0, reading.quoteStart) : html;
}

/** The hidden element behind a tag. */
function hiddenAfter({ name, isClosing }: HtmlTag, hidden: string | undefined): string | undefined {
  if (isClosing) return name === hidden ? undefined : hidden;
  return hidden ?? (HIDDEN.has(name) ? name : undefined);
}

function isQuoteStart({ name, isClosing, attributes }: HtmlTag): boolean {
  if (isClosing) return false;
  if (name === 'blockquote') return true;
  const marked = MARKED_TAGS[name] ?? [];
  return attributes.some((attribute) => {
    const marker = marked.includes(attribute.name) ? MARKERS[attribute.name] : undefined;
    return marker?.test(attribute.value) === true;
  });
}
