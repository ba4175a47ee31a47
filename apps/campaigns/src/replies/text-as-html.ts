const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A text as HTML that looks the same: with its line breaks and its indentation. */
export function htmlOf(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^ +| {2,}/gm, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replaceAll('\n', '<br>\n');
}
