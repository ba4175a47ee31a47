import type { trackingHit } from '@outreach/contracts-campaigns';
import type { DomainEvent } from '@outreach/event-schema';
import type { z } from 'zod';
import { OUTCOMES_MAX, type OutcomeRecorder, type SeenReports } from '../outcomes/index.ts';
import type { FeedbackOutcome } from '../feedback/index.ts';
import { isMachine } from './is-machine.ts';

export type HitEvent = DomainEvent<z.output<typeof trackingHit.data>>;

export interface CountHitsPorts {
  readonly recorder: OutcomeRecorder;
  /** Hits are counted once by the ids of their events. */
  readonly counted: SeenReports;
  /** Runs a transaction in a call of the workspace. */
  readonly commitIn: (workspaceId: string, work: () => Promise<void>) => Promise<void>;
}

/** Counts each hit once, in one transaction per workspace and 500 hits. */
export async function countHits(ports: CountHitsPorts, hits: readonly HitEvent[]): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(hits, (hit) => hit.workspace_id))
    for (let from = 0; from < own.length; from += OUTCOMES_MAX)
      await ports.commitIn(workspaceId, async () => countSome(ports, own.slice(from, from + OUTCOMES_MAX)));
}

async function countSome(ports: CountHitsPorts, hits: readonly HitEvent[]): Promise<void> {
  const added = await ports.counted.takeNew(hits.map(({ id }) => id));
  await ports.recorder.record(hits.filter(({ id }) => added.has(id)).map(toOutcome));
}

function toOutcome({ occurred_at: occurredAt, data }: HitEvent): FeedbackOutcome {
  const { kind, send_id: sendId, url, enrollment_id: enrollmentId } = data;
  const at = new Date(occurredAt);
  switch (kind) {
    case 'open':
      return { kind: 'opened', sendId, at, isMachine: isMachine(data) };
    case 'click':
      return { kind: 'clicked', sendId, at, url: url ?? '', isMachine: isMachine(data) };
    case 'unsubscribe':
      return { kind: 'unsubscribed', sendId, at, ...(enrollmentId !== undefined && { enrollmentId }) };
  }
}
