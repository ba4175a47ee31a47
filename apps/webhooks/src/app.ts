import { defineService, type Service } from '@outreach/app-kit';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { auditRules } from './audit-rules.ts';
import { createEventTypes, eventCatalogue as catalogue } from './catalogue/index.ts';
import { webhooksConfig, type WebhooksConfig } from './config.ts';
import { createDeliveries } from './deliveries/index.ts';
import { createDeliveryWorker } from './delivery-worker/index.ts';
import { createEndpoints } from './endpoints/index.ts';
import { createErasure } from './erasure/index.ts';
import { createEvents } from './events/index.ts';
import { createFanOut } from './fan-out/index.ts';
import { createFeed } from './feed/index.ts';
import { createNotifications, SEALED_URLS } from './notifications/index.ts';
import { createReplays } from './replays/index.ts';
import { createSending } from './sending/index.ts';

/** The webhooks service: its features, from the lowest to the highest. */
export const webhooksService: Service<WebhooksConfig> = defineService({
  name: 'webhooks',
  config: webhooksConfig,
  rpc: WebhooksServiceService,
  audit: auditRules,
  sealed: [{ collection: 'endpoints', fields: ['sealed_secret'] }, SEALED_URLS],
  features: (base, config) => {
    const eventTypes = createEventTypes();
    const sending = createSending(base, config);
    const { post, send, hosts } = sending;
    const events = createEvents(base);
    const { sequences, endpointCount } = events;
    const deliveries = createDeliveries(base, events.store, config.DELIVERY_LEASE_MS);
    const { work, wakeUp, heldReleases, heldReleaseQueue, feed: endpointFeed } = deliveries;
    const eventBodies = events.store;
    const shared = { catalogue, work, heldReleases, eventBodies, send };
    const endpoints = createEndpoints(base, { ...shared, endpointCount, deliveries: deliveries.log, hosts });
    const { store } = endpoints;
    const reads = { catalogue, endpoints: store, endpointFeed };
    const feed = createFeed({ ...reads, eventBodies, feed: events.feed });
    const { inserts } = deliveries;
    const replayStores = { sequences, inserts, ranges: events.ranges, deliveries: deliveries.replays };
    const onDue = (): void => wakeUp.raise();
    const replays = createReplays(base, { ...reads, ...replayStores, onDue }, config);
    const workerNeeds = { ...endpoints, ...shared, wakeUp, heldReleaseQueue, replays };
    const worker = createDeliveryWorker(base, workerNeeds, config);
    const stores = { events: events.store, sequences, endpoints: endpoints.directory };
    const erasure = createErasure(base, { ...stores, deliveries: deliveries.erasure });
    const { eraseRecords } = erasure;
    const { slots } = worker;
    const fanOut = createFanOut(base, { ...stores, deliveries: inserts, eraseRecords, catalogue, slots });
    const notifications = createNotifications(base, { catalogue, hosts, post }, config);
    const senders = [replays, worker, erasure, fanOut, notifications];
    return [eventTypes, sending, events, deliveries, endpoints, feed, ...senders];
  },
});
