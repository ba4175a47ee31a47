import { hashFraction } from './stable-hash.ts';

/**
 * One of the alternatives of a text such as `Hi|Hello`. The seed decides: the same contact and step get the same
 * alternative in each rendering. Different texts of a step are independent of each other.
 */
export function spin(text: string, seed: string): string {
  const alternatives = text.split('|');
  const index = Math.floor(hashFraction(seed, text) * alternatives.length);
  return (alternatives[index] ?? '').trim();
}
