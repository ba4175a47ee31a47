import type { z } from 'zod';
import type { EventDefinition } from './define-event.ts';

/** An event of a use case. The sink adds workspace, request, time and id. */
export interface EmittedEvent<Data> {
  /** The changed record and its version after the change. */
  readonly aggregate: { readonly id: string; readonly version: number };
  readonly data: Data;
}

/** The port through which the domain emits events. An event commits with the state or not at all. */
export interface EventSink {
  emit<Schema extends z.ZodType>(
    definition: EventDefinition<string, Schema>,
    event: EmittedEvent<z.input<Schema>>,
  ): void;
}
