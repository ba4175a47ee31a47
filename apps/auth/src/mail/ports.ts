import type { Letter, LetterPurpose, QueuedLetter } from './letter.ts';

/** The queue of letters. */
export interface LetterStore {
  /** Part of a transaction. A worker sends the letter after the commit. */
  add(letter: QueuedLetter): Promise<void>;
  /** Part of a transaction: removes the letters of a token that are not sent yet. */
  withdraw(tokenDigest: string): Promise<void>;
}

/** The letters of the last hour, by recipient or workspace. */
export interface LetterQuota {
  /**
   * Part of a transaction that has locked the owner: counts one letter. Returns the time in ms at which the next letter
   * is allowed if there are `max` already, and counts nothing then.
   */
  take(owner: string, max: number): Promise<number | undefined>;
}

/**
 * What the mail server did with a letter. It may have taken an `unknown` one, so that is not sent again. A reason contains
 * no text of the server, which may name an address.
 */
export type LetterResult =
  { readonly kind: 'accepted' } | { readonly kind: 'refused' | 'later' | 'unknown'; readonly reason: string };

export interface MailServer {
  /** Never throws. */
  send(letter: Letter): Promise<LetterResult>;
}

/** Secrets of links: random, stored as digests, and valid for one purpose. */
export interface LinkTokens {
  newToken(): string;
  /** SHA-256 of the purpose and the token, hex: a token of another purpose has another digest. */
  digest(purpose: LetterPurpose, token: string): string;
}
