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

/** The HTML before the quoted original; all of it if nothing stands before the original. */
export function cutHtmlQuote(html: string): string {
  let hidden: string | undefined;
  let hasText = false;
  let quoteStart: number | undefined;
  scanHtml(html, {
    onText: (text) => {
      if (hidden === undefined && text.replaceAll('&nbsp;', '').trim() !== '') hasText = true;
    },
    onTag: (tag) => {
      if (tag.isClosing) hidden = tag.name === hidden ? undefined : hidden;
      else if (HIDDEN.has(tag.name)) hidden ??= tag.name;
      if (!isQuoteStart(tag)) return undefined;
      quoteStart = tag.start;
      return false;
    },
  });
  return quoteStart === undefined || !hasText ? html : html.slice(0, quoteStart);
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
