import type { WebhooksFeature } from '../methods/index.ts';
import { catalogueMethods } from './catalogue.rpc.ts';
import { eventCatalogue } from './event-catalogue.ts';

export { eventCatalogue } from './event-catalogue.ts';
export { eventTypeErrors } from './event-type-errors.ts';

/** The event types that an endpoint can subscribe to. */
export function createEventTypes(): WebhooksFeature {
  return { name: 'catalogue', methods: catalogueMethods(eventCatalogue) };
}
