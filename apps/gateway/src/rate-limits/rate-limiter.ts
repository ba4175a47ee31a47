/** One limit as it applies to one request: `key` names whose requests are counted together. */
export interface LimitUse {
  /** What a shared store keeps in one place, a workspace or a client address: the uses of one call have it in common. */
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
  /** Unix time in seconds at which the quota grows next, rounded up. */
  readonly reset: number;
  /** From the decision until then, in ms. */
  readonly resetInMs: number;
}

/** The only source of the rate headers, the 429 body and the status endpoint. */
export interface Decision {
  readonly ok: boolean;
  readonly limits: readonly LimitState[];
  /** The most constrained of them. */
  readonly binding: LimitState;
  /** Largest wait over the violated limits; 0 when the request was admitted. */
  readonly retryAfterMs: number;
  /** Names this admission for a release. */
  readonly moment: number;
}

export type MaybePromise<T> = T | Promise<T>;

/** Counts requests; the memory store answers at once, a shared store later. */
export interface RateLimiter {
  /** Counts the request in all limits, or in none when one of them is full. */
  admit(uses: readonly LimitUse[]): MaybePromise<Decision>;
  /** Looks without counting; `ok` says whether an admission would pass. */
  peek(uses: readonly LimitUse[]): MaybePromise<Decision>;
  /** Takes an admission back, as if it had never been. */
  release(uses: readonly LimitUse[], decision: Decision): MaybePromise<void>;
}
