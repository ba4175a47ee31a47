import { fromPage, toMeta } from '@outreach/app-kit';
import type { FeedEvent as FeedEventMessage } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { readDeliveryBody } from '../events/index.ts';
import type { WebhooksMethods } from '../methods/index.ts';
import { listEvents, type FeedEvent, type ListEventsPorts } from './list-events.ts';

export function feedMethods(ports: ListEventsPorts): WebhooksMethods {
  return {
    listEvents: {
      scope: ['webhooks:read'],
      query: async (_ctx, { page, ...query }) => {
        const list = await listEvents(ports, query, fromPage(page));
        return { events: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
  };
}

function toMessage({ sequence, body }: FeedEvent): FeedEventMessage {
  const { timestamp, data, ...event } = readDeliveryBody(body);
  return { sequence, ...event, timestamp: new Date(timestamp), data_json: JSON.stringify(data) };
}
