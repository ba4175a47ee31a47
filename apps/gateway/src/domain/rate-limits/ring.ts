const CAPACITY_FIRST = 16;

/** The moments of the last accepted requests, oldest first, in a ring that grows up to its limit. */
export class Ring {
  #moments = new Float64Array(CAPACITY_FIRST);
  #tail = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The oldest moment still in the window; undefined when there is none. */
  get oldest(): number | undefined {
    return this.#count === 0 ? undefined : this.#moments[this.#tail];
  }

  /** Forgets all moments up to and including `until`: the window is open at its old end. */
  dropUntil(until: number): void {
    const capacity = this.#moments.length;
    while (this.#count > 0 && (this.#moments[this.#tail] ?? Infinity) <= until) {
      this.#tail = (this.#tail + 1) % capacity;
      this.#count -= 1;
    }
  }

  /** The moment at a position counted from the oldest. */
  at(position: number): number {
    return this.#moments[(this.#tail + position) % this.#moments.length] ?? Infinity;
  }

  push(moment: number): void {
    if (this.#count === this.#moments.length) this.#grow();
    this.#moments[(this.#tail + this.#count) % this.#moments.length] = moment;
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
