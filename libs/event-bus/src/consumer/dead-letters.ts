import type { JetStreamClient } from 'nats';
import type { ClientSession, Connection } from '../mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { counter } from '@outreach/service-kit/metrics';
import { publishBytes, type Published } from '../publish.ts';

export const DEAD_LETTER_COLLECTION = 'dead_letters';

const RAW_BYTES_MAX = 1_048_576;

const letters = counter('dead_letters_total', 'Events that could not be published or handled, by source.', [
  'source',
]);

export interface DeadLetter {
  /** `relay`, or the name of the durable or job that failed. */
  readonly source: string;
  /** Unique within the source: the id of the event, the sequence of the message, or the id of the work item. */
  readonly key: string;
  readonly subject: string;
  readonly reason: string;
  /** The event, when it could be decoded. */
  readonly event: DomainEvent | undefined;
  /** The received bytes, when the event could not be decoded. */
  readonly raw?: Uint8Array;
  /** Instead of an event: a work item that a job could not handle, by its ids. */
  readonly work?: DeadWork;
}

export interface DeadWork {
  readonly workspace_id: string;
  readonly [field: string]: string;
}

/** Functions that queue a work item again, by the source of its letters. Safe to repeat. */
export type Requeue = Readonly<Record<string, (work: DeadWork) => Promise<void>>>;

/** A letter as an operator sees it: ids and reason, never the data of the event. */
export interface DeadLetterEntry {
  readonly id: string;
  readonly source: string;
  readonly subject: string;
  readonly reason: string;
  readonly event_id: string | null;
  readonly workspace_id: string | null;
  readonly created_at: Date;
}

export interface RetryOutcome {
  /** Published or queued again. */
  readonly retried: number;
  /** Refused again, or not acknowledged; these letters stay. */
  readonly failed: number;
}

export interface RetryRequest {
  readonly limit: number;
  readonly id?: string;
  readonly requeue?: Requeue;
}

/** Stores failed events, so that they do not block the following events. An operator lists and retries them. */
export interface DeadLetters {
  /** Safe to repeat: one letter per source and key. */
  put(letter: DeadLetter, session?: ClientSession): Promise<void>;
  remove(letter: Pick<DeadLetter, 'source' | 'key'>, session: ClientSession): Promise<void>;
  /** Oldest first. */
  list(limit: number): Promise<readonly DeadLetterEntry[]>;
  /**
   * Publishes letters again, oldest first, and deletes acknowledged letters. Every consumer receives the event again and
   * ignores it if it has handled it. Work items go to the function of their source; without a function they stay.
   */
  retry(client: JetStreamClient, request: RetryRequest): Promise<RetryOutcome>;
}

interface DeadLetterRow extends Omit<DeadLetter, 'event' | 'raw' | 'key' | 'work'> {
  readonly _id: string;
  readonly event: DomainEvent | null;
  readonly raw: { readonly buffer: Uint8Array } | null;
  readonly work: DeadWork | null;
  readonly workspace_id: string | null;
  readonly created_at: Date;
}

export function createDeadLetters(connection: Connection): DeadLetters {
  const rows = () => connection.collection<DeadLetterRow>(DEAD_LETTER_COLLECTION);
  return {
    put: async ({ source, key, raw, event, work, ...letter }, session) => {
      const row = {
        ...letter,
        source,
        event: event ?? null,
        raw: raw === undefined ? null : Buffer.from(raw.subarray(0, RAW_BYTES_MAX)),
        work: work ?? null,
        workspace_id: event?.workspace_id ?? work?.workspace_id ?? null,
        created_at: new Date(),
      };
      await connection
        .collection<{ readonly _id: string }>(DEAD_LETTER_COLLECTION)
        .updateOne(
          { _id: idOf({ source, key }) },
          { $set: row },
          { upsert: true, ...(session === undefined ? {} : { session }) },
        );
      letters.inc({ source });
    },
    remove: async (letter, session) => {
      await rows().deleteOne({ _id: idOf(letter) }, { session });
    },
    list: async (limit) => {
      const found = await rows()
        .find({}, { sort: { created_at: 1, _id: 1 }, limit })
        .toArray();
      return found.map(toEntry);
    },
    retry: async (client, { limit, id, requeue = {} }) => {
      const filter = id === undefined ? {} : { _id: id };
      const found = await rows()
        .find(filter, { sort: { created_at: 1, _id: 1 }, limit })
        .toArray();
      let retried = 0;
      for (const row of found) {
        const outcome = await retryLetter(client, row, requeue);
        if (outcome === 'later') break;
        if (outcome === 'refused') continue;
        await rows().deleteOne({ _id: row._id, created_at: row.created_at });
        retried += 1;
      }
      return { retried, failed: found.length - retried };
    },
  };
}

function idOf({ source, key }: Pick<DeadLetter, 'source' | 'key'>): string {
  return `${source}:${key}`;
}

async function retryLetter(
  client: JetStreamClient,
  row: DeadLetterRow,
  requeue: Requeue,
): Promise<Published['outcome']> {
  if (!row.work) return publishAgain(client, row);
  const queueAgain = requeue[row.source];
  if (queueAgain === undefined) return 'refused';
  await queueAgain(row.work);
  return 'stored';
}

/** Uses a new message id: the broker drops a second message with the first id. */
async function publishAgain(client: JetStreamClient, row: DeadLetterRow): Promise<Published['outcome']> {
  const bytes = row.event === null ? (row.raw?.buffer ?? new Uint8Array()) : JSON.stringify(row.event);
  const messageId = `${row._id}:${row.created_at.getTime()}`;
  const { outcome } = await publishBytes(client, { subject: row.subject, bytes, messageId });
  return outcome;
}

function toEntry({
  _id,
  source,
  subject,
  reason,
  event,
  workspace_id,
  created_at,
}: DeadLetterRow): DeadLetterEntry {
  return { id: _id, source, subject, reason, event_id: event?.id ?? null, workspace_id, created_at };
}
