/** The form in which texts are compared and sorted: composed and in lower case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The words of some texts as search sees them: lower case, without diacritics, split at all that is no letter or digit. */
export function searchTokens(texts: readonly (string | null)[]): string[] {
  const plain = texts
    .filter((text) => text !== null)
    .join(' ')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** The tokens that a search asks for, the longest first; one that another begins with asks for nothing more. */
export function wantedTokens(search: string): string[] {
  const tokens = searchTokens([search]).sort((one, other) => other.length - one.length);
  return tokens.filter((token, index) => !tokens.slice(0, index).some((longer) => longer.startsWith(token)));
}
