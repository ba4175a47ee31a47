import { Ring } from './ring.ts';

/** Rings looked at for idleness with each use; two, so that more are dropped than made. */
const SWEEP_STEP = 2;

/** Rings by key. Idle ones are dropped a few at a time; beyond the bound the one made first goes. */
export class RingSet {
  readonly #rings = new Map<string, Ring>();
  readonly #countMax: number;
  #sweep: Iterator<[string, Ring]>;

  constructor(countMax: number) {
    this.#countMax = countMax;
    this.#sweep = this.#rings.entries();
  }

  get count(): number {
    return this.#rings.size;
  }

  find(key: string): Ring | undefined {
    return this.#rings.get(key);
  }

  obtain(key: string): Ring {
    const known = this.#rings.get(key);
    if (known !== undefined) return known;
    if (this.#rings.size >= this.#countMax) this.#dropFirst();
    const made = new Ring();
    this.#rings.set(key, made);
    return made;
  }

  /** Walks on through the rings and drops those whose moments have all left the window. */
  dropSomeIdle(until: number): void {
    for (let step = 0; step < SWEEP_STEP; step += 1) {
      const next = this.#sweep.next();
      if (next.done === true) {
        this.#sweep = this.#rings.entries();
        return;
      }
      const [key, ring] = next.value;
      ring.dropUntil(until);
      if (ring.count === 0) this.#rings.delete(key);
    }
  }

  #dropFirst(): void {
    for (const key of this.#rings.keys()) {
      this.#rings.delete(key);
      return;
    }
  }
}
