/** How mail programs mark the quoted original in HTML. */
const MARKERS: readonly RegExp[] = [
  /<div[^>]{0,200}class="[^"]{0,100}(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra)/i,
  /<(?:div|hr|span)[^>]{0,200}id="(?:[a-z0-9_-]{0,20})(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)/i,
  /<div[^>]{0,200}style="[^"]{0,100}border-top: ?solid #(?:E1E1E1|B5C4DF)/i,
  /<a[^>]{0,50}name="_MailOriginal"/i,
  /<blockquote[^>]{0,200}type="cite"/i,
  /<blockquote/i,
];

/** The HTML before the quoted original; all of it if nothing stands before the original. */
export function cutHtmlQuote(html: string): string {
  const starts = MARKERS.map((marker) => html.search(marker)).filter((start) => start !== -1);
  if (starts.length === 0) return html;
  const own = html.slice(0, Math.min(...starts));
  return hasText(own) ? own : html;
}

function hasText(html: string): boolean {
  return (
    html
      .replaceAll(/<(style|head|script)\b[^]*?<\/\1>/gi, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&nbsp;|\s/g, '') !== ''
  );
}
