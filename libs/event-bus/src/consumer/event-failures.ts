import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Connection } from '../mongo-types.ts';

/** A row is deleted when its event is handled or becomes a dead letter; this removes the rows of crashed processes. */
const RETENTION_DAYS = 30;
const RETENTION_SECONDS = RETENTION_DAYS * 24 * 60 * 60;

interface FailureRow {
  /** The consumer and the event: `webhooks-contacts:evt_…`. */
  readonly _id: string;
  readonly count: number;
  readonly created_at: Date;
}

const schema = systemSchema<FailureRow>({ _id: String, count: Number, created_at: Date }, [
  [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
]);

/**
 * Counts how often the handler of a consumer failed for an event. Deliveries do not count: a killed process and a
 * broker that delivers again leave the counts unchanged.
 */
export interface EventFailures {
  /** Adds a failure to each event. Returns the count of each, by its id. @throws while the database fails. */
  add(source: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Forgets the failures of events. */
  remove(source: string, eventIds: readonly string[]): Promise<void>;
}

/** The collection `event_failures` of a service. */
export function createEventFailures(connection: Connection): EventFailures {
  const failures = defineModel(connection, 'event_failures', schema);
  return {
    add: async (source, eventIds) => {
      const ids = eventIds.map((eventId) => idOf(source, eventId));
      const update = { $inc: { count: 1 }, $setOnInsert: { created_at: new Date() } };
      await failures.bulkWrite(ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })));
      const rows = await failures.find({ _id: { $in: ids } }).lean<Omit<FailureRow, 'created_at'>[]>();
      return new Map(rows.map(({ _id, count }) => [_id.slice(source.length + 1), count]));
    },
    remove: async (source, eventIds) => {
      await failures.deleteMany({ _id: { $in: eventIds.map((eventId) => idOf(source, eventId)) } });
    },
  };
}

function idOf(source: string, eventId: string): string {
  return `${source}:${eventId}`;
}
