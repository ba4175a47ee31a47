import { eventCatalogue } from './event-catalogue.ts';
import { catalogueMethods, type CatalogueMethods } from './catalogue.rpc.ts';

export { eventCatalogue } from './event-catalogue.ts';

export interface CatalogueFeature {
  readonly name: string;
  readonly methods: CatalogueMethods;
}

/** The event types that an endpoint can subscribe to. */
export function createCatalogueFeature(): CatalogueFeature {
  return { name: 'catalogue', methods: catalogueMethods(eventCatalogue) };
}
