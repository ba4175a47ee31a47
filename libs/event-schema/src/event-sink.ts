import type { z } from 'zod';
import type { EventDefinition } from './define-event.ts';

/** What a use case says of an event; workspace, request, time and id are the sink's to add. */
export interface EmittedEvent<Data> {
  /** What it happened to, and its version after the change. */
  readonly aggregate: { readonly id: string; readonly version: number };
  readonly data: Data;
}

/** The port through which the domain tells what happened; the event commits with the state or not at all. */
export interface EventSink {
  emit<Schema extends z.ZodType>(
    definition: EventDefinition<string, Schema>,
    event: EmittedEvent<z.input<Schema>>,
  ): void;
}
