import { Ring } from './ring.ts';

/** Rings checked for idleness with each use. With two, more rings are removed than created. */
const SWEEP_STEP = 2;

/** The key of a ring. Two nested look-ups cost less than joining the texts. */
interface RingName {
  readonly name: string;
  readonly key: string;
}

/**
 * Rings by limit and key. Idle rings are removed a few at a time; beyond `countMax` a new ring replaces an arbitrary
 * ring.
 */
export class RingSet {
  readonly #byName = new Map<string, Map<string, Ring>>();
  /** All rings, for the search of idle rings. */
  readonly #rings: Ring[] = [];
  readonly #countMax: number;
  #position = 0;

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

  /** Continues the search and removes rings whose timestamps have all left the window. */
  dropSomeIdle(until: number): void {
    for (let step = 0; step < SWEEP_STEP; step += 1) {
      if (this.#position >= this.#rings.length) this.#position = 0;
      const ring = this.#rings[this.#position];
      if (ring === undefined) return;
      ring.dropUntil(until);
      if (ring.count === 0) this.#dropAt(this.#position);
      else this.#position += 1;
    }
  }

  #make(use: RingName): Ring {
    if (this.#rings.length >= this.#countMax) this.#dropAt(this.#position % this.#rings.length);
    const made = new Ring(use);
    const ofName = this.#byName.get(use.name) ?? new Map<string, Ring>();
    ofName.set(use.key, made);
    this.#byName.set(use.name, ofName);
    this.#rings.push(made);
    return made;
  }

  /** Moves the last ring to the position of the removed one. */
  #dropAt(index: number): void {
    const dropped = this.#rings[index];
    const last = this.#rings.pop();
    if (dropped === undefined || last === undefined) return;
    if (dropped !== last) this.#rings[index] = last;
    this.#byName.get(dropped.name)?.delete(dropped.key);
  }
}
