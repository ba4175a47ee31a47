const STEP = 0x6d2b79f5;

/** Numbers in [0, 1), the same from every seed: mulberry32, enough to choose names and moments, useless for secrets. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
