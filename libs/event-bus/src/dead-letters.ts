import type { JetStreamClient } from 'nats';
import type { ClientSession, Connection } from './mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { counter } from '@outreach/service-kit';
import { publishBytes, type Published } from './publish.ts';

export const DEAD_LETTER_COLLECTION = 'dead_letters';

const RAW_BYTES_MAX = 1_048_576;

const kept = counter('dead_letters_total', 'Events put aside because nobody could publish or handle them.', [
  'source',
]);

export interface DeadLetter {
  /** `relay`, or the name of the durable or of the job that could not handle it. */
  readonly source: string;
  /** Unique within the source: the event's id, the message's number in the stream, or the id of what was worked on. */
  readonly key: string;
  readonly subject: string;
  readonly reason: string;
  /** The event, when it could be read. */
  readonly event: DomainEvent | undefined;
  /** The bytes as they came, when it could not. */
  readonly raw?: Uint8Array;
  /** In the place of an event: what a job could not do, by ids alone. */
  readonly work?: DeadWork;
}

export interface DeadWork {
  readonly workspace_id: string;
  readonly [member: string]: string;
}

/** Takes work up again, by the source of its letters; safe to repeat. */
export type Requeue = Readonly<Record<string, (work: DeadWork) => Promise<void>>>;

/** What an operator sees of a letter: ids and reason, never the event's data. */
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
  /** Back on the stream. */
  readonly retried: number;
  /** Refused again by the broker, or not answered; they stay. */
  readonly failed: number;
}

export interface RetryRequest {
  readonly limit: number;
  readonly id?: string;
  readonly requeue?: Requeue;
}

/** Where an event goes that must not block the next one; an operator looks at it and tries it again. */
export interface DeadLetters {
  /** Safe to repeat: one letter per source and key. */
  put(letter: DeadLetter, session?: ClientSession): Promise<void>;
  remove(letter: Pick<DeadLetter, 'source' | 'key'>, session: ClientSession): Promise<void>;
  /** Oldest first. */
  list(limit: number): Promise<readonly DeadLetterEntry[]>;
  /**
   * Publishes letters again, oldest first, and drops those that the broker took. Every consumer sees such an event
   * once more and knows what it has handled; one that fails again comes back here. Work goes to the one that takes it
   * up again, and stays where nobody does.
   */
  retry(client: JetStreamClient, which: RetryRequest): Promise<RetryOutcome>;
}

interface DeadLetterRow extends Omit<DeadLetter, 'event' | 'raw' | 'key' | 'work'> {
  readonly _id: string;
  readonly event: DomainEvent | null;
  readonly raw: { readonly buffer: Uint8Array } | null;
  /** Absent in letters of before there was any. */
  readonly work?: DeadWork | null;
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
      kept.inc({ source });
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
        const outcome = await tryAgain(client, row, requeue);
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

async function tryAgain(
  client: JetStreamClient,
  row: DeadLetterRow,
  requeue: Requeue,
): Promise<Published['outcome']> {
  if (!row.work) return publishAgain(client, row);
  const takeUp = requeue[row.source];
  if (takeUp === undefined) return 'refused';
  await takeUp(row.work);
  return 'stored';
}

/** Under a message id of its own, since the broker would drop a second copy of the first one. */
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
