import type { DeliveryStatus } from '@outreach/contracts-webhooks';

/** The run of an event's first delivery to an endpoint. Later replays and tests have runs of their own. */
export const LIVE_RUN = 'live';
export const TEST_RUN = 'create-test';

export interface Attempt {
  readonly at: Date;
  readonly status_code: number | null;
  readonly latency_ms: number;
  readonly error: string | null;
  /** Version of the endpoint whose URL, headers and secret the attempt used. */
  readonly endpoint_version: number;
}

/** One event to one endpoint in one run. */
export interface Delivery {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly run: string;
  /** `webhook-sequence`; null for tests. */
  readonly sequence: number | null;
  /** `pending` until the first attempt has ended, then the outcome of the last attempt. */
  readonly status: DeliveryStatus;
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly latency_ms: number | null;
  readonly error: string | null;
  readonly delivered_at: Date | null;
  /** The next scheduled attempt; null after success and after the last attempt. */
  readonly next_attempt_at: Date | null;
  readonly attempts: readonly Attempt[];
  readonly attempt_count: number;
  readonly is_test: boolean;
  readonly is_replay: boolean;
  readonly replay_id: string | null;
  readonly created_at: Date;
  /** Trace of the event, which the attempts continue. It is stored if it is recorded. */
  readonly traceparent?: string | undefined;
}

type NewFields = 'id' | 'workspace_id' | 'endpoint_id' | 'event_id' | 'event_type' | 'run' | 'sequence';

/** A delivery before its first attempt. */
export function newDelivery(
  fields: Pick<Delivery, NewFields | 'created_at'> & Partial<Pick<Delivery, 'replay_id' | 'traceparent'>>,
): Delivery {
  return {
    ...fields,
    status: 'pending',
    status_code: null,
    response_body: null,
    latency_ms: null,
    error: null,
    delivered_at: null,
    next_attempt_at: null,
    attempts: [],
    attempt_count: 0,
    is_test: false,
    is_replay: fields.replay_id !== undefined,
    replay_id: fields.replay_id ?? null,
  };
}

/** The fields of a delivery on which its attempts depend. */
type JobFields =
  | ('id' | 'workspace_id' | 'endpoint_id' | 'event_id' | 'sequence' | 'is_replay' | 'replay_id' | 'run')
  | ('attempt_count' | 'status' | 'created_at' | 'traceparent');

/** A delivery that a worker has leased. */
export interface DeliveryJob extends Pick<Delivery, JobFields> {
  readonly body: string;
  readonly lease_token: string;
  readonly lease_until_ms: number;
}

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
}

/** A delivery as the fan-out creates it. */
export interface PlannedDelivery {
  readonly delivery: Delivery;
  /** Set if the delivery is created under a lease of this process, which sends it after the commit. */
  readonly job: DeliveryJob | undefined;
  /** True while the endpoint is paused: no worker takes the delivery until the endpoint is active again. */
  readonly held: boolean;
}

export function toJob(
  delivery: Pick<Delivery, JobFields>,
  { body, lease }: { readonly body: string; readonly lease: Lease },
): DeliveryJob {
  return { ...delivery, body, lease_token: lease.token, lease_until_ms: lease.untilMs };
}
