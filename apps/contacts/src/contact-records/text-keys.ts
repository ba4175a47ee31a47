/** The form in which texts are compared and sorted: NFC and lower case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The distinct words of some texts for search: lower case, without diacritics, split at every other character than letters and digits. */
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
