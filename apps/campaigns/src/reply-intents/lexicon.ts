import type { ReplyIntent } from '../feedback/index.ts';

/** Weights of phrases: a strong phrase decides alone, two medium phrases weigh as much as a strong phrase. */
export const WEIGHTS = { strong: 4, medium: 2, weak: 1 } as const;

export type PhraseIntent = Exclude<ReplyIntent, 'unclassified' | 'auto_reply'>;

/**
 * Phrases of a language by intent and weight, in lower case, without accents, apostrophes and punctuation:
 * `(a|b)` is one of several words, `*` is up to three words without a negation, `^` is the start of a sentence, `=` at
 * the start is the whole text, and `weekday`, `clock`, `addr` and `calendarurl` are a day, a time, an address and a link
 * to a calendar.
 */
export type Lexicon = Partial<
  Readonly<Record<PhraseIntent, Partial<Readonly<Record<keyof typeof WEIGHTS, readonly string[]>>>>>
>;
