import { Ring } from './ring.ts';

/** Rings looked at for idleness with each use; two, so that more are dropped than made. */
const SWEEP_STEP = 2;

/** What a ring is found by; two texts that are looked up one after the other, for joining them costs more. */
interface RingName {
  readonly name: string;
  readonly key: string;
}

/** Rings by limit and key. Idle ones are dropped a few at a time; beyond the bound any of them goes. */
export class RingSet {
  readonly #byName = new Map<string, Map<string, Ring>>();
  /** All of them once more, for the walk that looks for idle ones. */
  readonly #rings: Ring[] = [];
  readonly #countMax: number;
  #walk = 0;

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  get count(): number {
    return this.#rings.length;
  }

  find({ name, key }: RingName): Ring | undefined {
    return this.#byName.get(name)?.get(key);
  }

  obtain(use: RingName): Ring {
    return this.find(use) ?? this.#make(use);
  }

  /** Walks on through the rings and drops those whose moments have all left the window. */
  dropSomeIdle(until: number): void {
    for (let step = 0; step < SWEEP_STEP; step += 1) {
      if (this.#walk >= this.#rings.length) this.#walk = 0;
      const ring = this.#rings[this.#walk];
      if (ring === undefined) return;
      ring.dropUntil(until);
      if (ring.count === 0) this.#dropAt(this.#walk);
      else this.#walk += 1;
    }
  }

  #make(use: RingName): Ring {
    if (this.#rings.length >= this.#countMax) this.#dropAt(this.#walk % this.#rings.length);
    const made = new Ring(use);
    const ofName = this.#byName.get(use.name) ?? new Map<string, Ring>();
    ofName.set(use.key, made);
    this.#byName.set(use.name, ofName);
    this.#rings.push(made);
    return made;
  }

  /** The last ring takes the place of the dropped one. */
  #dropAt(index: number): void {
    const dropped = this.#rings[index];
    const last = this.#rings.pop();
    if (dropped === undefined || last === undefined) return;
    if (dropped !== last) this.#rings[index] = last;
    this.#byName.get(dropped.name)?.delete(dropped.key);
  }
}
