import type { Clock } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';

export interface FreshCacheOptions {
  /** Measures durations. */
  readonly timer: Clock;
  readonly entryCountMax: number;
  /** The current age limit in ms: from this age a value is loaded again. */
  readonly ageMsMax: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  /** Start of the load: the value may have changed since then. */
  readonly loadedAtMs: number;
}

/** A small cache with an age limit. Concurrent loads of one key share one load; the least recently used is evicted. */
export class FreshCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #options: FreshCacheOptions;
  /** Grows with every drop: a load that started before a drop is not stored. */
  #generation = 0;

  constructor(options: FreshCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({ max: options.entryCountMax });
  }

  /** The value, if it is cached and fresh. A value that is not fresh stays, because the age limit may grow. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry) ? entry.value : undefined;
  }

  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    return this.peek(key) ?? this.#loading.get(key) ?? this.#load(key, load);
  }

  set(key: string, value: Value, loadedAtMs: number = this.#options.timer.now()): void {
    this.#entries.set(key, { value, loadedAtMs });
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  /** Removes every value that `isStale` selects, and discards running loads. */
  drop(isStale: (value: Value) => boolean): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [key, { value }] of [...this.#entries.entries()])
      if (isStale(value)) this.#entries.delete(key);
  }

  async #load(key: string, load: () => Promise<Value>): Promise<Value> {
    const generation = this.#generation;
    const loadedAtMs = this.#options.timer.now();
    const loading = load();
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      if (generation === this.#generation) this.set(key, value, loadedAtMs);
      return value;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  #isFresh({ loadedAtMs }: Entry<Value>): boolean {
    return this.#options.timer.now() - loadedAtMs < this.#options.ageMsMax();
  }
}
