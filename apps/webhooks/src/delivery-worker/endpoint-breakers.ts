import { LRUCache } from 'lru-cache';

/** An exchange without a response that takes less time than this does not occupy a slot for long. */
const HANG_MS_MIN = 1_000;
/** Exchanges in a row that hang before the breaker opens. */
const HANGS_MAX = 8;
const OPEN_MS_MIN = 10_000;
const OPEN_MS_MAX = 60_000;
const ENDPOINTS_MAX = 10_000;

interface Hanging {
  readonly hangs: number;
  /** Pause before the next probe; 0 while the breaker is closed. */
  readonly openMs: number;
  readonly openUntilMs: number;
}

export interface BreakerExchange {
  readonly hasResponse: boolean;
  readonly tookMs: number;
  readonly nowMs: number;
}

/**
 * The breakers of endpoints that hang. After 8 exchanges in a row without a response, the breaker opens for 10 s, and a
 * single probe follows; each probe that hangs doubles the pause, up to 60 s. Any response closes the breaker.
 */
export class EndpointBreakers {
  readonly #hanging = new LRUCache<string, Hanging>({ max: ENDPOINTS_MAX });

  /** When the next probe may start; undefined if the endpoint may be called now. */
  openUntil(endpointId: string, nowMs: number): number | undefined {
    const state = this.#hanging.get(endpointId);
    return state !== undefined && nowMs < state.openUntilMs ? state.openUntilMs : undefined;
  }

  /** Exchanges that may run concurrently: none while the breaker is open, then one probe. */
  slotsOf(endpointId: string, nowMs: number): number {
    const state = this.#hanging.get(endpointId);
    if (state === undefined || state.openMs === 0) return Infinity;
    return nowMs < state.openUntilMs ? 0 : 1;
  }

  /** Counts an exchange. Returns true if it has opened the breaker. */
  record(endpointId: string, { hasResponse, tookMs, nowMs }: BreakerExchange): boolean {
    if (hasResponse) {
      this.#hanging.delete(endpointId);
      return false;
    }
    if (tookMs < HANG_MS_MIN) return false;
    const known = this.#hanging.get(endpointId) ?? { hangs: 0, openMs: 0, openUntilMs: 0 };
    // Exchanges that began before the breaker opened end while it is open.
    if (nowMs < known.openUntilMs) return false;
    const hangs = known.hangs + 1;
    const opens = hangs >= HANGS_MAX;
    const openMs = opens ? Math.min(OPEN_MS_MAX, Math.max(OPEN_MS_MIN, known.openMs * 2)) : 0;
    this.#hanging.set(endpointId, { hangs, openMs, openUntilMs: opens ? nowMs + openMs : 0 });
    return opens;
  }
}
