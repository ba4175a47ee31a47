import { fromPage, toMeta } from '@outreach/app-kit';
import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { MethodsOf } from '@outreach/service-kit';
import { listEvents, type ListEventsPorts } from './list-events.ts';

export type FeedMethods = MethodsOf<typeof WebhooksServiceService, 'listEvents'>;

export function feedMethods(ports: ListEventsPorts): FeedMethods {
  return {
    listEvents: {
      scope: ['webhooks:read'],
      query: async (_ctx, { types, after, endpoint_id: endpointId, page }) => {
        const list = await listEvents(ports, { types, after, endpointId }, fromPage(page));
        const events = list.items.map(({ sequence, body }) => ({ sequence, body_json: body }));
        return { events, meta: toMeta(list) };
      },
    },
  };
}
