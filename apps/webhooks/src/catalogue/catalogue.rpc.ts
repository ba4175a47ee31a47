import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { Catalogue } from '@outreach/event-schema';
import type { MethodsOf } from '@outreach/service-kit/rpc';

export type CatalogueMethods = MethodsOf<typeof WebhooksServiceService, 'listEventTypes'>;

export function catalogueMethods(catalogue: Catalogue): CatalogueMethods {
  const eventTypes = catalogue.entries.map(({ payload_schema, ...entry }) => ({
    ...entry,
    payload_schema_json: JSON.stringify(payload_schema),
  }));
  return {
    listEventTypes: { scope: ['webhooks:read'], query: async () => ({ event_types: eventTypes }) },
  };
}
