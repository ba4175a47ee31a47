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

/** Keeps loaded values for a short while; concurrent loads of one key are one load, the least used go first. */
export class FreshCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #options: FreshCacheOptions;
  /** Moves with every drop, so that a load begun before it is not kept. */
  #generation = 0;

  constructor(options: FreshCacheOptions) {
    this.#options = options;
  }

  /** The value if it is fresh. */
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

  /** Forgets every value that `isMeant` picks, and whatever is being loaded. */
  drop(isMeant: (value: Value) => boolean): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [key, { value }] of this.#entries) if (isMeant(value)) this.#entries.delete(key);
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
