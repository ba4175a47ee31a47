import type { ClientSession, Connection } from 'mongoose';
import { isErasure } from '@outreach/contracts-contacts';
import { eraseAggregate, type Erasures } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { erasableId, erasedBody } from '../domain/erased-body.ts';
import type { EventRow } from './event-rows.ts';
import type { Models } from './models.ts';

const EVENTS_PER_STEP_MAX = 1_000;

export interface ErasureParts {
  readonly connection: Connection;
  readonly models: Models;
  readonly erasures: Erasures;
}

interface ErasureBatch {
  readonly events: readonly DomainEvent[];
  readonly now: Date;
  readonly session: ClientSession;
}

/**
 * Part of a fan-out's transaction: remembers the records that its events erase and scrubs what is stored of them.
 * @returns the records of all its events that are erased by now.
 */
export async function eraseRecords(
  { connection, models, erasures }: ErasureParts,
  { events, now, session }: ErasureBatch,
): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  const told = events.filter(isErasure);
  if (told.length > 0)
    await erasures.remember(
      told.map(({ workspace_id, aggregate }) => ({ id: aggregate.id, workspaceId: workspace_id, at: now })),
    );
  for (const { workspace_id, aggregate } of told) {
    const { id: aggregateId } = aggregate;
    await scrubEvents(models, { workspace_id, aggregate_id: aggregateId }, now);
    await eraseAggregate(connection, { aggregateId, session });
    erased.add(aggregateId);
  }
  const ids = [...new Set(events.map(erasableId))];
  for (const id of await erasures.erasedOf(ids)) erased.add(id);
  return erased;
}

type Aggregate = Pick<EventRow, 'workspace_id' | 'aggregate_id'>;

async function scrubEvents(models: Models, aggregate: Aggregate, now: Date): Promise<void> {
  const endpointIds = await models.endpoints.distinct('_id', { workspace_id: aggregate.workspace_id });
  for (let after = ''; ;) {
    const found = await models.events
      .find({ ...aggregate, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(EVENTS_PER_STEP_MAX)
      .lean<EventRow[]>();
    const last = found.at(-1);
    if (last === undefined) return;
    await models.events.bulkWrite(found.map(toScrub));
    const eventIds = found.map(({ _id }) => _id);
    await scrubDeliveries(models, { ...aggregate, endpointIds, eventIds, now });
    after = last._id;
  }
}

function toScrub({ _id, ...event }: EventRow) {
  const body = erasedBody({ id: _id, ...event });
  return { updateOne: { filter: { _id, workspace_id: event.workspace_id }, update: { $set: { body } } } };
}

interface ScrubbedDeliveries {
  readonly workspace_id: string;
  readonly endpointIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly now: Date;
}

/**
 * What receivers answered may repeat what they were told. An attempt under way loses its lease, so that its answer is
 * not stored; the delivery is due again, under the same id and with nothing personal in it.
 */
async function scrubDeliveries(
  { deliveries }: Models,
  { workspace_id, endpointIds, eventIds, now }: ScrubbedDeliveries,
): Promise<void> {
  const filter = { workspace_id, endpoint_id: { $in: endpointIds }, event_id: { $in: eventIds } };
  const blank = { response_body: null, error: null, 'attempts.$[].error': null };
  await deliveries.updateMany(filter, { $set: blank });
  await deliveries.updateMany(
    { ...filter, lease_token: { $ne: null } },
    { $set: { lease_token: null, due_at: now } },
  );
}
