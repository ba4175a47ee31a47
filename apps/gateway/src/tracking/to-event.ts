import { trackingHit } from '@outreach/contracts-campaigns';
import { newEvent } from '@outreach/event-schema';
import type { Hit } from './ports.ts';

/** A hit with its time and the id of its event: the broker and the consumer drop a repeated one. */
export interface IdentifiedHit {
  readonly hit: Hit;
  readonly atMs: number;
  readonly id: string;
}

export function toEvent({ hit, atMs, id }: IdentifiedHit): object {
  const { workspace_id: workspaceId, ...data } = hit;
  const aggregate = { id: hit.send_id, version: 0 };
  return newEvent(trackingHit, { id, workspaceId, occurredAt: new Date(atMs), aggregate, data });
}
