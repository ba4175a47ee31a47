import { createServiceBase, type ServiceApp, type ServiceOverrides } from '@outreach/app-kit';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import { bindRpc, type Logger } from '@outreach/service-kit';
import { createCatalogueFeature, eventCatalogue } from './catalogue/index.ts';
import type { WebhooksConfig } from './config.ts';
import { createDeliveries } from './deliveries/index.ts';
import { createDeliverySending } from './delivery-worker/index.ts';
import { createEndpoints } from './endpoints/index.ts';
import { createErasure } from './erasure/index.ts';
import { createEvents } from './events/index.ts';
import { createFanOut } from './fan-out/index.ts';
import { createSending } from './sending/index.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
  readonly random?: () => number;
}

/** The webhooks service: its features, joined by plain calls. */
export function buildApp(config: WebhooksConfig, options: BuildParts): ServiceApp {
  const base = {
    ...createServiceBase(config, { name: 'webhooks', ...options }),
    random: options.random ?? Math.random,
  };
  const catalogue = createCatalogueFeature();
  const sending = createSending(base, { allowedPrivateCidrs: config.OUTBOUND_ALLOW_PRIVATE_CIDRS });
  const { events, sequences, endpointCount } = createEvents(base);
  const deliveries = createDeliveries(base, { events });
  const endpoints = createEndpoints(base, {
    catalogue: eventCatalogue,
    endpointCount,
    deliveries: deliveries.log,
    send: sending.send,
    hosts: sending.hosts,
  });
  const { directory, targets, recordResults, disableGone } = endpoints;
  const worker = createDeliverySending(
    base,
    { work: deliveries.work, targets, send: sending.send, recordResults, disableGone },
    config,
  );
  const erasure = createErasure(base, { events, deliveries: deliveries.erasure, endpoints: directory });
  const fanOut = createFanOut(base, {
    catalogue: eventCatalogue,
    slots: worker.slots,
    events,
    sequences,
    endpoints: directory,
    deliveries: deliveries.inserts,
    eraseRecords: erasure.eraseRecords,
  });
  return base.toApp({
    services: [bindRpc(WebhooksServiceService, { ...catalogue.methods, ...endpoints.methods })],
    jobs: [...worker.jobs, ...erasure.jobs],
    resources: [...sending.resources, ...worker.resources, ...fanOut.resources],
  });
}
