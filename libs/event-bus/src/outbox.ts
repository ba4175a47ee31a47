import type { ClientSession, Connection } from './mongo-types.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { currentCall, toTraceparent } from '@outreach/service-kit';
import { pack, packAlone, type Pack } from './packs.ts';
import { createWakeUp, type WakeUp } from '@outreach/job-kit';

export const OUTBOX_COLLECTION = 'outbox';

/** A pack of events; its id is that of its first event, a ULID, which orders the rows. */
export interface OutboxRow extends Pack {
  readonly _id: string;
}

/** A row of versions before there were packs: one event. */
export interface EventRow extends Omit<DomainEvent, 'id'> {
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

/** The row as this version writes it. */
export function toPackedRow(row: OutboxRow | EventRow): OutboxRow {
  if ('events' in row) return row;
  const { _id: id, ...event } = row;
  return { _id: id, ...packAlone({ id, ...event }) };
}
