/** One limit as it applies to one request. Requests with the same `key` are counted together. */
export interface LimitUse {
  /** The shard of a shared store: a workspace or a client address. All uses of one call have the same partition. */
  readonly partition: string;
  readonly name: string;
  readonly key: string;
  readonly limit: number;
}

/** A limit after a decision. */
export interface LimitState {
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Unix time in seconds at which quota becomes free next, rounded up. */
  readonly reset: number;
  /** Time from the decision to `reset`, in ms. */
  readonly resetInMs: number;
}

/** The outcome for all limits of a request. Rate headers, the body of a 429 and the status endpoint show it. */
export interface Decision {
  readonly ok: boolean;
  readonly limits: readonly LimitState[];
  /** The most restrictive limit. */
  readonly binding: LimitState;
  /** The longest wait of the exceeded limits; 0 if the request was admitted. */
  readonly retryAfterMs: number;
  /** Timestamp of the admission in the clock of the store; a release finds it by this value. */
  readonly at: number;
}

/** Counts requests. The memory store returns at once, a shared store returns a promise. */
export interface RateLimiter {
  /** Counts the request in all limits, or in none if one of them is exceeded. */
  admit(uses: readonly LimitUse[]): Promise<Decision> | Decision;
  /** Reads the limits without counting; `ok` is true if an admission would pass. */
  peek(uses: readonly LimitUse[]): Promise<Decision> | Decision;
  /** Removes an admission from all limits. */
  release(uses: readonly LimitUse[], decision: Decision): Promise<void> | void;
}
