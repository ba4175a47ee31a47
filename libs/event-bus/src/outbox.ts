import type { ClientSession, Connection } from './mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { currentCall, toTraceparent } from '@outreach/service-kit';
import { createWakeUp, type WakeUp } from './wake-up.ts';

export const OUTBOX_COLLECTION = 'outbox';

/** A row is the event's envelope; its id, a ULID, orders the rows. */
export interface OutboxRow extends Omit<DomainEvent, 'id'> {
  readonly _id: string;
}

/** Where a unit of work leaves its events: they commit with the state that they tell of. */
export interface Outbox {
  /** Writes rows in the unit's transaction. Cause and trace come from the current call where the event has none. */
  append(events: readonly DomainEvent[], session: ClientSession): Promise<void>;
  /** After the commit: the relay of this process need not wait for its next poll. */
  kick(): void;
  /** The relay's side of `kick`. */
  readonly kicked: WakeUp;
}

export function createOutbox({ connection }: { readonly connection: Connection }): Outbox {
  const kicked = createWakeUp();
  return {
    kicked,
    kick: () => kicked.raise(),
    append: async (events, session) => {
      if (events.length === 0) return;
      const rows = events.map(toRow);
      await connection.collection<OutboxRow>(OUTBOX_COLLECTION).insertMany(rows, { session });
    },
  };
}

function toRow({ id, request_id, traceparent, ...event }: DomainEvent): OutboxRow {
  const call = currentCall();
  return {
    _id: id,
    ...event,
    request_id: request_id === '' ? (call?.requestId ?? '') : request_id,
    traceparent: traceparent === '' && call !== undefined ? toTraceparent(call.trace) : traceparent,
  };
}

/** The envelope as it is published. */
export function fromRow({ _id, ...row }: OutboxRow): DomainEvent {
  return { id: _id, ...row };
}
