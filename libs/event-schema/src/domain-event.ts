import { z } from 'zod';
import type { EventDefinition } from './define-event.ts';

const EVENT_ID = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The envelope of an event: the same fields in the outbox, on the bus and in the stores of consumers. */
export const domainEventSchema = z.object({
  /** `evt_` and a ULID; also the broker's deduplication id. */
  id: z.string().regex(EVENT_ID),
  type: z.string().min(1),
  workspace_id: z.string().min(1),
  occurred_at: z.iso.datetime(),
  /** The changed record. Events of one aggregate are ordered by `version`. */
  aggregate: z.object({ id: z.string().min(1), version: z.int().nonnegative() }),
  data: z.unknown(),
  /** Id of the request that caused the event; empty for background work. */
  request_id: z.string(),
  /** W3C trace context of the cause; empty for background work. */
  traceparent: z.string(),
});

export interface DomainEvent<Data = unknown> extends Omit<z.output<typeof domainEventSchema>, 'data'> {
  readonly data: Data;
}

export interface NewEvent<Data> {
  readonly id: string;
  readonly workspaceId: string;
  readonly occurredAt: Date;
  readonly aggregate: { readonly id: string; readonly version: number };
  readonly data: Data;
  /** Without these two fields the outbox uses the current call. */
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Creates the envelope of an event. */
export function newEvent<Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  event: NewEvent<z.input<Schema>>,
): DomainEvent<z.input<Schema>> {
  return {
    id: event.id,
    type: definition.type,
    workspace_id: event.workspaceId,
    occurred_at: event.occurredAt.toISOString(),
    aggregate: { id: event.aggregate.id, version: event.aggregate.version },
    data: event.data,
    request_id: event.requestId ?? '',
    traceparent: event.traceparent ?? '',
  };
}

/** Narrows a decoded event to the type of a definition. Its data was validated when it was decoded. */
export function isEvent<Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  event: DomainEvent,
): event is DomainEvent<z.output<Schema>> {
  return event.type === definition.type;
}
