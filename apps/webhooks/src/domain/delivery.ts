export const DELIVERY_STATUSES = ['success', 'failed', 'pending'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The run of an event's first, ordinary delivery; replays and tests have runs of their own. */
export const LIVE_RUN = 'live';
export const TEST_RUN = 'create-test';

export interface Attempt {
  readonly at: Date;
  readonly status_code: number | null;
  readonly latency_ms: number;
  readonly error: string | null;
}

/** What one endpoint got, or will get, of one event in one run. */
export interface Delivery {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly run: string;
  /** `webhook-sequence`; null for tests. */
  readonly sequence: number | null;
  /** `pending` until the first attempt has ended; afterwards what became of the last one. */
  readonly status: DeliveryStatus;
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly latency_ms: number | null;
  readonly error: string | null;
  readonly delivered_at: Date | null;
  /** The next scheduled attempt; null after success and once given up. */
  readonly next_attempt_at: Date | null;
  readonly attempts: readonly Attempt[];
  readonly attempt_count: number;
  readonly is_test: boolean;
  readonly is_replay: boolean;
  readonly replay_id: string | null;
  readonly created_at: Date;
}

/** A delivery that a worker holds the lease of. */
export interface DeliveryJob {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly sequence: number | null;
  readonly is_replay: boolean;
  /** Attempts that have ended. */
  readonly attempt_count: number;
  readonly status: DeliveryStatus;
  readonly created_at: Date;
  readonly body: string;
  readonly lease_token: string;
  readonly lease_until_ms: number;
}

/** How one exchange with an endpoint went. */
export interface ExchangeResult {
  /** Null when no answer came. */
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly latency_ms: number;
  /** Null after a 2xx. */
  readonly error: string | null;
  /** Named by the answer's Retry-After. */
  readonly retry_at_ms: number | undefined;
  readonly ended_at_ms: number;
}

export function isSuccess(result: Pick<ExchangeResult, 'status_code'>): boolean {
  return result.status_code !== null && result.status_code >= 200 && result.status_code < 300;
}
