/** A power of two, so that a position wraps by a mask. */
const CAPACITY_FIRST = 16;

/** The timestamps of the accepted requests of a limit, oldest first, in a ring buffer that grows on demand. */
export class Ring {
  readonly name: string;
  readonly key: string;
  #timestamps = new Float64Array(CAPACITY_FIRST);
  #tail = 0;
  #count = 0;

  constructor({ name, key }: { readonly name: string; readonly key: string }) {
    this.name = name;
    this.key = key;
  }

  get count(): number {
    return this.#count;
  }

  /** Removes all timestamps up to and including `until`: the window excludes its start. */
  dropUntil(until: number): void {
    const mask = this.#timestamps.length - 1;
    while (this.#count > 0 && (this.#timestamps[this.#tail] ?? Infinity) <= until) {
      this.#tail = (this.#tail + 1) & mask;
      this.#count -= 1;
    }
  }

  /** The timestamp at a position, counted from the oldest. */
  at(position: number): number {
    return this.#timestamps[(this.#tail + position) & (this.#timestamps.length - 1)] ?? Infinity;
  }

  push(at: number): void {
    if (this.#count === this.#timestamps.length) this.#grow();
    this.#timestamps[(this.#tail + this.#count) & (this.#timestamps.length - 1)] = at;
    this.#count += 1;
  }

  /** Removes one entry with this timestamp. */
  remove(at: number): void {
    const kept: number[] = [];
    for (let position = 0; position < this.#count; position += 1) kept.push(this.at(position));
    const found = kept.indexOf(at);
    if (found === -1) return;
    kept.splice(found, 1);
    this.#timestamps.set(kept);
    this.#tail = 0;
    this.#count = kept.length;
  }

  #grow(): void {
    const grown = new Float64Array(this.#timestamps.length * 2);
    for (let position = 0; position < this.#count; position += 1) grown[position] = this.at(position);
    this.#timestamps = grown;
    this.#tail = 0;
  }
}
