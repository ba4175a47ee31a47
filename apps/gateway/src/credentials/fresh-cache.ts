import type { Clock } from '@outreach/service-kit';

export interface FreshCacheOptions {
  readonly clock: Clock;
  readonly entryCountMax: number;
  /** Age in ms after which a value is loaded again. */
  readonly ageMsMax: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly untilMs: number;
}

/** A small cache with an age limit. Concurrent loads of one key share one load; the least recently used is evicted. */
export class FreshCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #options: FreshCacheOptions;
  /** Grows with every drop: a load that started before a drop is not stored. */
  #generation = 0;

  constructor(options: FreshCacheOptions) {
    this.#options = options;
  }

  /** The value, if it is cached and fresh. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.untilMs <= this.#options.clock.now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    return this.peek(key) ?? this.#loading.get(key) ?? this.#load(key, load);
  }

  set(key: string, value: Value, ageMs: number = this.#options.ageMsMax): void {
    if (this.#entries.size >= this.#options.entryCountMax) this.#dropOldest();
    this.#entries.set(key, {
      value,
      untilMs: this.#options.clock.now() + Math.min(ageMs, this.#options.ageMsMax),
    });
  }

  /** Removes every value that `isStale` selects, and discards running loads. */
  drop(isStale: (value: Value) => boolean): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [key, { value }] of this.#entries) if (isStale(value)) this.#entries.delete(key);
  }

  async #load(key: string, load: () => Promise<Value>): Promise<Value> {
    const generation = this.#generation;
    const loading = load();
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      if (generation === this.#generation) this.set(key, value);
      return value;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}
