import { retentionUpdated } from '@outreach/contracts-campaigns/internal-events';
import type { RetentionRecord } from '@outreach/contracts-campaigns/retention';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock } from '@outreach/service-kit';
import type { RetentionStore } from './ports.ts';
import { requireRetention, type Retention } from './retention.ts';

/** Longer than any deadline: messages that were received under the former settings have been committed by then. */
const APPLIED_AFTER_MS = 60_000;

export interface UpdateRetentionPorts {
  readonly retention: RetentionStore;
  readonly events: EventSink;
  readonly clock: Clock;
}

/** Part of a transaction: replaces the settings. @throws AppError invalid_argument on the field that is out of range. */
export async function updateRetention(
  ports: UpdateRetentionPorts,
  { workspaceId }: Pick<CallContext, 'workspaceId'>,
  { sends_days, timeline_days, inbox_days }: RetentionRecord,
): Promise<Retention> {
  const days = { sends_days, timeline_days, inbox_days };
  requireRetention(days);
  const before = await ports.retention.find();
  const after: Retention = { ...before, ...days, version: before.version + 1 };
  const nowMs = ports.clock.now();
  await ports.retention.save(after, new Date(nowMs + APPLIED_AFTER_MS));
  ports.events.emit(retentionUpdated, {
    aggregate: { id: workspaceId, version: after.version },
    data: { timeline_days },
  });
  return after;
}
