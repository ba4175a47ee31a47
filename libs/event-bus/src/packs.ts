import type { DomainEvent } from '@outreach/event-schema';

/** Small enough that a consumer can hold a thousand packs, large enough to save most round trips. */
const PACK_CHARACTERS_MAX = 65_536;
const PACK_EVENTS_MAX = 128;

/** A published event, with the fields that are needed without decoding it. */
export interface PackedEvent {
  readonly id: string;
  readonly aggregate_id: string;
  /** The envelope as JSON. */
  readonly body: string;
}

/** Events of one type, in order, that are published as one message. */
export interface Pack {
  readonly type: string;
  /** Id of the request and of the trace that caused the events; empty when they have several. */
  readonly request_id: string;
  readonly traceparent: string;
  readonly events: readonly PackedEvent[];
}

interface OpenPack {
  readonly type: string;
  request_id: string;
  traceparent: string;
  readonly events: PackedEvent[];
  characters: number;
}

/** The smallest number of packs that keeps the events of every aggregate in order. */
export function pack(events: readonly DomainEvent[]): readonly Pack[] {
  const packs: OpenPack[] = [];
  const openAt = new Map<string, number>();
  const lastAt = new Map<string, number>();
  for (const event of events) {
    const alone = openPack(event);
    const { id: aggregateId } = event.aggregate;
    let at = openAt.get(event.type) ?? -1;
    const open = packs[at];
    if (open !== undefined && at >= (lastAt.get(aggregateId) ?? 0) && hasRoom(open, alone)) add(open, alone);
    else at = packs.push(alone) - 1;
    openAt.set(event.type, at);
    lastAt.set(aggregateId, at);
  }
  return packs.map(({ characters, ...closed }) => closed);
}

function openPack(event: DomainEvent): OpenPack {
  const { id, type, request_id, traceparent, aggregate } = event;
  const body = JSON.stringify(event);
  const events = [{ id, aggregate_id: aggregate.id, body }];
  return { type, request_id, traceparent, events, characters: body.length };
}

function add(open: OpenPack, { events, characters, request_id, traceparent }: OpenPack): void {
  open.events.push(...events);
  open.characters += characters;
  if (open.request_id !== request_id) open.request_id = '';
  if (open.traceparent !== traceparent) open.traceparent = '';
}

function hasRoom(open: OpenPack, { characters }: OpenPack): boolean {
  return open.events.length < PACK_EVENTS_MAX && open.characters + characters <= PACK_CHARACTERS_MAX;
}

/** The content of a message: one envelope, or a list of envelopes. */
export function toBytes({ events }: Pick<Pack, 'events'>): string {
  const bodies = events.map(({ body }) => body);
  return bodies.length === 1 ? (bodies[0] ?? '') : `[${bodies.join(',')}]`;
}
