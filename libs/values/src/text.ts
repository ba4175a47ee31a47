/** True when a text has at most `max` Unicode code points, the unit of all public limits. Fast for very long texts. */
export function fitsCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * 2) return false;
  return Array.from(text).length <= max;
}

/** The form in which texts are compared and sorted: NFC, lower case. */
export function toComparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The distinct search words of some texts: lower case, without diacritics, split at everything but letters and digits. */
export function searchTokens(texts: readonly (string | null)[]): string[] {
  const plain = texts
    .filter((text) => text !== null)
    .join(' ')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** The words of a search, longest first. A word that is a prefix of another one is dropped: it narrows nothing. */
export function searchTerms(search: string): string[] {
  const tokens = searchTokens([search]).sort((first, second) => second.length - first.length);
  return tokens.filter((token, index) => !tokens.slice(0, index).some((longer) => longer.startsWith(token)));
}
