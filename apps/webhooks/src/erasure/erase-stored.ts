import { erasedBody, type Aggregate } from '../events/index.ts';
import type { EraseStoredPorts } from './ports.ts';

const EVENTS_PER_STEP_MAX = 1_000;

export interface ErasureStep {
  readonly aggregate: Aggregate;
  /** Id of the last event of the previous step; empty for the first step. */
  readonly afterId: string;
  readonly at: Date;
}

/**
 * Part of a transaction: removes the data of a record from its next stored events and from their deliveries.
 * @returns id of the last event; undefined when there are no further events.
 */
export async function eraseStep(
  { events, deliveries, endpoints }: EraseStoredPorts,
  { aggregate, afterId, at }: ErasureStep,
): Promise<string | undefined> {
  const stored = await events.listOfAggregate(aggregate, { afterId, limit: EVENTS_PER_STEP_MAX });
  const last = stored.at(-1);
  if (last === undefined) return undefined;
  const { workspaceId } = aggregate;
  await events.replaceBodies(stored.map((event) => ({ ...event, body: erasedBody(event) })));
  const endpointIds = await endpoints.listIds(workspaceId);
  const eventIds = stored.map(({ id }) => id);
  await deliveries.erase({ workspaceId, endpointIds, eventIds, at });
  return last.id;
}
