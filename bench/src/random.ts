import { numbersFrom } from '@outreach/testing';

/** Random numbers that the same seed repeats. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `bound`. */
  below(bound: number): number;
  pick(items: readonly string[]): string;
}

/** The same seed gives the same choices. */
export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
  const below = (bound: number): number => Math.floor(next() * bound);
  return { next, below, pick: (items) => items[below(items.length)] ?? '' };
}
