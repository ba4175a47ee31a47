import { type REPLAY_STATUSES, replayStates } from '@outreach/contracts-webhooks';
import type { ReplayCounts } from '../deliveries/index.ts';
import type { RangePosition } from '../events/index.ts';

export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

/** Events of a range that are sent to one endpoint again. */
export interface Replay {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly event_types: readonly string[];
  readonly from: Date;
  readonly to: Date;
  /** Events that were stored after the replay was created are left out. */
  readonly sequence_max: number;
  readonly status: ReplayStatus;
  readonly matched_events: number;
  /** The last event with a delivery. */
  readonly position: RangePosition | null;
  /** Deliveries so far. */
  readonly created_deliveries: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** The public record of a replay. */
export interface ReplayView extends Pick<
  Replay,
  'id' | 'status' | 'matched_events' | 'created_at' | 'finished_at'
> {
  readonly delivered: number;
  readonly failed: number;
  /** Events that were not tried yet. */
  readonly pending: number;
}

export function toReplayView(replay: Replay, { success, failed, pending }: ReplayCounts): ReplayView {
  const { id, status, matched_events, created_at, finished_at } = replay;
  const untried = Math.max(0, matched_events - success - failed);
  return {
    id,
    status,
    matched_events,
    delivered: success,
    failed,
    pending: replayStates.isEnd(status) ? pending : untried,
    created_at,
    finished_at,
  };
}
