export { createCatalogue, eventsIn } from './catalogue.ts';
export type { Catalogue, CatalogueEntry } from './catalogue.ts';
export { defineEvent, eventsWith } from './define-event.ts';
export type { EventDefinition } from './define-event.ts';
export { domainEventSchema, isEvent, newEvent } from './domain-event.ts';
export type { DomainEvent } from './domain-event.ts';
export type { EventSink } from './event-sink.ts';
