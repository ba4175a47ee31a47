export { createCatalogue, eventsIn } from './catalogue.ts';
export type { Catalogue, CatalogueEntry, Decoded } from './catalogue.ts';
export { defineEvent } from './define-event.ts';
export type { EventDefinition } from './define-event.ts';
export { domainEventSchema, isEvent, newEvent } from './domain-event.ts';
export type { DomainEvent, NewEvent } from './domain-event.ts';
export type { EmittedEvent, EventSink } from './event-sink.ts';
