const SNIPPET_CHARACTERS_MAX = 500;

/** The first characters of a text, on one line, without half characters. */
export function snippetOf(text: string): string {
  const line = text.replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim();
  return line
    .slice(0, SNIPPET_CHARACTERS_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
