import type { trackingHit } from '@outreach/contracts-campaigns';
import type { DomainEvent } from '@outreach/event-schema';
import type { z } from 'zod';
import {
  OUTCOMES_MAX,
  type FeedbackOutcome,
  type OutcomeRecorder,
  type SeenReports,
} from '../outcomes/index.ts';
import { isMachine } from './is-machine.ts';
import type { CommitInWorkspace, SendStatuses } from './ports.ts';

export type HitEvent = DomainEvent<z.output<typeof trackingHit.data>>;

export interface CountHitsPorts {
  readonly recorder: OutcomeRecorder;
  readonly counted: SeenReports;
  readonly sends: SendStatuses;
  readonly commitIn: CommitInWorkspace;
}

/** A hit that came before the email was recorded as sent. The broker delivers it again. */
export class EarlyHit extends Error {
  constructor() {
    super('The email of the hit is not recorded as sent yet.');
    this.name = 'EarlyHit';
  }
}

/** Counts each hit once, in one transaction per workspace and 500 hits. @throws EarlyHit. */
export async function countHits(ports: CountHitsPorts, hits: readonly HitEvent[]): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(hits, (hit) => hit.workspace_id))
    for (let from = 0; from < own.length; from += OUTCOMES_MAX)
      await ports.commitIn(workspaceId, async () => countSome(ports, own.slice(from, from + OUTCOMES_MAX)));
}

async function countSome(ports: CountHitsPorts, hits: readonly HitEvent[]): Promise<void> {
  const added = await ports.counted.takeNew(hits.map(({ id }) => id));
  const outcomes = hits.filter(({ id }) => added.has(id)).map(toOutcome);
  const changed = await ports.recorder.record(outcomes);
  const others = outcomes.map(({ sendId }) => sendId).filter((id) => !changed.has(id));
  if (others.length === 0) return;
  const statuses = await ports.sends.statusesOf(others);
  if ([...statuses.values()].includes('sending')) throw new EarlyHit();
}

function toOutcome({ occurred_at: occurredAt, data }: HitEvent): FeedbackOutcome {
  const { kind, send_id: sendId, url } = data;
  const at = new Date(occurredAt);
  switch (kind) {
    case 'open':
      return { kind: 'opened', sendId, at, isMachine: isMachine(data) };
    case 'click':
      return { kind: 'clicked', sendId, at, url: url ?? '', isMachine: isMachine(data) };
    case 'unsubscribe':
      return { kind: 'unsubscribed', sendId, at };
  }
}
