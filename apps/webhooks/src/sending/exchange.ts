import type { SigningKey } from './signing.ts';

/** The content of a POST to an endpoint. */
export interface DeliveryContent {
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly eventId: string;
  readonly body: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** `webhook-sequence`; null for tests. */
  readonly sequence: number | null;
  readonly isReplay: boolean;
}

/** One signed POST to an endpoint. */
export interface OutgoingDelivery extends DeliveryContent {
  readonly url: string;
  readonly key: SigningKey;
}

/** The outcome of one exchange with an endpoint. */
export interface ExchangeResult {
  /** Null if there was no response. */
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly latency_ms: number;
  /** Null after a 2xx. */
  readonly error: string | null;
  /** The earliest retry that the response's Retry-After allows. */
  readonly retry_at_ms: number | undefined;
  /** The time of the signature. */
  readonly started_at_ms: number;
  readonly ended_at_ms: number;
}

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly atMs: number;
}

/** Sends one request. It never rejects: every failure of the receiver is a result. */
export type Post = (request: OutgoingPost) => Promise<ExchangeResult>;

/** Sends one delivery. It never rejects: every failure of the receiver is a result. */
export type Send = (delivery: OutgoingDelivery) => Promise<ExchangeResult>;

export function isSuccess(result: Pick<ExchangeResult, 'status_code'>): boolean {
  return result.status_code !== null && result.status_code >= 200 && result.status_code < 300;
}
