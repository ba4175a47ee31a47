import { searchTokens } from '@outreach/values';

/** The words of a search, longest first. A word that is a prefix of another one is dropped: it narrows nothing. */
export function searchTerms(search: string): string[] {
  const tokens = searchTokens([search]).sort((first, second) => second.length - first.length);
  return tokens.filter((token, index) => !tokens.slice(0, index).some((longer) => longer.startsWith(token)));
}
