import type { Connection } from './mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { counter } from '@outreach/service-kit';

const RAW_BYTES_MAX = 1_048_576;

const kept = counter('dead_letters_total', 'Events put aside because nobody could publish or handle them.', [
  'source',
]);

export interface DeadLetter {
  /** `relay`, or the name of the durable that could not handle it. */
  readonly source: string;
  /** Unique within the source: the event's id, or the message's number in the stream. */
  readonly key: string;
  readonly subject: string;
  readonly reason: string;
  /** The event, when it could be read. */
  readonly event: DomainEvent | undefined;
  /** The bytes as they came, when it could not. */
  readonly raw?: Uint8Array;
}

/** Where an event goes that must not block the next one; an operator looks at it and tries it again. */
export interface DeadLetters {
  /** Safe to repeat: one letter per source and key. */
  put(letter: DeadLetter): Promise<void>;
}

interface DeadLetterRow {
  readonly _id: string;
}

export function createDeadLetters(connection: Connection): DeadLetters {
  return {
    put: async ({ source, key, raw, event, ...letter }) => {
      const row = {
        ...letter,
        source,
        event: event ?? null,
        raw: raw === undefined ? null : Buffer.from(raw.subarray(0, RAW_BYTES_MAX)),
        workspace_id: event?.workspace_id ?? null,
        created_at: new Date(),
      };
      await connection
        .collection<DeadLetterRow>('dead_letters')
        .updateOne({ _id: `${source}:${key}` }, { $set: row }, { upsert: true });
      kept.inc({ source });
    },
  };
}
