import type { Catalogue } from '@outreach/event-schema';
import type { WebhooksMethods } from '../methods/index.ts';

export function catalogueMethods(catalogue: Catalogue): WebhooksMethods {
  const eventTypes = catalogue.entries.map(({ payload_schema, ...entry }) => ({
    ...entry,
    payload_schema_json: JSON.stringify(payload_schema),
  }));
  return {
    listEventTypes: { scope: ['webhooks:read'], query: async () => ({ event_types: eventTypes }) },
  };
}
