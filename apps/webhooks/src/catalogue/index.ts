import type { Feature } from '@outreach/app-kit';
import { catalogueMethods, type CatalogueMethods } from './catalogue.rpc.ts';
import { eventCatalogue } from './event-catalogue.ts';

export { eventCatalogue } from './event-catalogue.ts';
export { eventTypeErrors } from './event-type-errors.ts';

/** The event types that an endpoint can subscribe to. */
export function createEventTypes(): Feature<CatalogueMethods> {
  return { name: 'catalogue', methods: catalogueMethods(eventCatalogue) };
}
