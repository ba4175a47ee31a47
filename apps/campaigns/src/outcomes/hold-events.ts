import type { EventSink } from '@outreach/event-schema';

/** A sink whose events are emitted later. */
export interface HeldEvents extends EventSink {
  /** Emits the events of a record. */
  release(aggregateId: string): void;
  /** Emits all remaining events, in their order. */
  releaseAll(): void;
}

export function holdEvents(events: EventSink): HeldEvents {
  const held = new Map<string, (() => void)[]>();
  const release = (id: string): void => {
    const own = held.get(id) ?? [];
    held.delete(id);
    for (const emit of own) emit();
  };
  return {
    emit: (definition, event) => {
      const { id } = event.aggregate;
      held.set(id, [...(held.get(id) ?? []), () => events.emit(definition, event)]);
    },
    release,
    releaseAll: () => {
      for (const id of [...held.keys()]) release(id);
    },
  };
}
