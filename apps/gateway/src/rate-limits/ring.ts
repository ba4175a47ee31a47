/** A power of two, so that a position wraps by a mask. */
const CAPACITY_FIRST = 16;

/** The moments of the last accepted requests, oldest first, in a ring that grows up to its limit. */
export class Ring {
  readonly name: string;
  readonly key: string;
  #moments = new Float64Array(CAPACITY_FIRST);
  #tail = 0;
  #count = 0;

  constructor({ name, key }: { readonly name: string; readonly key: string }) {
    this.name = name;
    this.key = key;
  }

  get count(): number {
    return this.#count;
  }

  /** Forgets all moments up to and including `until`: the window is open at its old end. */
  dropUntil(until: number): void {
    const mask = this.#moments.length - 1;
    while (this.#count > 0 && (this.#moments[this.#tail] ?? Infinity) <= until) {
      this.#tail = (this.#tail + 1) & mask;
      this.#count -= 1;
    }
  }

  /** The moment at a position counted from the oldest. */
  at(position: number): number {
    return this.#moments[(this.#tail + position) & (this.#moments.length - 1)] ?? Infinity;
  }

  push(moment: number): void {
    if (this.#count === this.#moments.length) this.#grow();
    this.#moments[(this.#tail + this.#count) & (this.#moments.length - 1)] = moment;
    this.#count += 1;
  }

  /** Takes one entry of that moment out, wherever it stands. */
  remove(moment: number): void {
    const kept: number[] = [];
    for (let position = 0; position < this.#count; position += 1) kept.push(this.at(position));
    const found = kept.indexOf(moment);
    if (found === -1) return;
    kept.splice(found, 1);
    this.#moments.set(kept);
    this.#tail = 0;
    this.#count = kept.length;
  }

  #grow(): void {
    const grown = new Float64Array(this.#moments.length * 2);
    for (let position = 0; position < this.#count; position += 1) grown[position] = this.at(position);
    this.#moments = grown;
    this.#tail = 0;
  }
}
