import type { ClientSession, Connection } from './mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { currentCall } from '@outreach/service-kit';
import { toTraceparent } from '@outreach/service-kit/tracing';
import { pack, type Pack } from './packs.ts';
import { createWakeUp, type WakeUp } from '@outreach/job-kit/wake-ups';

export const OUTBOX_COLLECTION = 'outbox';

/** A pack of events. Its id is the id of its first event, a ULID, so the rows sort by time. */
export interface OutboxRow extends Pack {
  readonly _id: string;
}

/** Stores the events of a unit of work in its transaction. */
export interface Outbox {
  /** Writes rows in the transaction. The current call is the default for the request id and trace of events. */
  append(events: readonly DomainEvent[], session: ClientSession): Promise<void>;
  /** Wakes the relay of this process after the commit. */
  wakeRelay(): void;
  /** The wake-up that the relay waits for. */
  readonly wakeUp: WakeUp;
}

export function createOutbox({ connection }: { readonly connection: Connection }): Outbox {
  const wakeUp = createWakeUp();
  return {
    wakeUp,
    wakeRelay: () => wakeUp.raise(),
    append: async (events, session) => {
      if (events.length === 0) return;
      const rows = pack(events.map(withCause)).map(toRow);
      await connection.collection<OutboxRow>(OUTBOX_COLLECTION).insertMany(rows, { session });
    },
  };
}

function withCause(event: DomainEvent): DomainEvent {
  const call = currentCall();
  if (call === undefined) return event;
  const { request_id, traceparent } = event;
  return {
    ...event,
    request_id: request_id === '' ? call.requestId : request_id,
    traceparent: traceparent === '' ? toTraceparent(call.trace) : traceparent,
  };
}

function toRow(packed: Pack): OutboxRow {
  const [first] = packed.events;
  if (first === undefined) throw new Error('A pack has at least one event.');
  return { _id: first.id, ...packed };
}
