import { randomBytes } from 'node:crypto';
import {
  createServiceBase,
  type ServiceApp,
  type ServiceBase,
  type ServiceOverrides,
} from '@outreach/app-kit';
import {
  createDeadLetters,
  createErasures,
  createWakeUp,
  eraseLettersJob,
  type Erasures,
} from '@outreach/event-bus';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import { withSystemCall, type Logger } from '@outreach/service-kit';
import type { WebhooksConfig } from './config.ts';
import { eventCatalogue } from './domain/catalogue.ts';
import type { TargetDirectory } from './domain/delivery-ports.ts';
import { disableGoneEndpoint } from './domain/manage-endpoints.ts';
import type { Deps } from './domain/ports.ts';
import type { Settled } from './domain/settle-attempt.ts';
import { createConsumers } from './events/consumers.ts';
import { webhooksService } from './grpc/webhooks-service.ts';
import { createDeliveryWorker } from './jobs/delivery-worker.ts';
import { createResultWriter } from './jobs/result-writer.ts';
import { sweeperJob } from './jobs/sweeper.ts';
import { createSend, EXCHANGE_MS_MAX } from './outbound/send-webhook.ts';
import { createModels, type Models } from './store/models.ts';
import { createDeliveryLog } from './store/delivery-log.ts';
import { createEndpointStore } from './store/endpoint-store.ts';
import { createFanOutStore } from './store/fan-out-store.ts';
import { createFigureStore } from './store/figure-store.ts';
import { createEndpointCount } from './store/sequence-store.ts';
import { createTargetDirectory } from './store/target-directory.ts';
import { createWorkStore } from './store/work-store.ts';

export interface BuildParts extends ServiceOverrides {
  readonly logger: Logger;
  readonly random?: () => number;
}

/** Wires the webhooks service. */
export function buildApp(config: WebhooksConfig, parts: BuildParts): ServiceApp {
  const base = createServiceBase(config, { name: 'webhooks', ...parts });
  const models = createModels(base.mongo.connection);
  const targets = createTargetDirectory(models.endpoints, base.sealer);
  const agent = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const deps = createDeps(base, config, {
    models,
    targets,
    send: createSend({ dispatcher: agent, clock: base.clock }),
  });
  const erasures = createErasures(base.mongo.connection);
  const { resources, sweeper } = createDelivery({
    base,
    config,
    deps,
    models,
    erasures,
    targets,
    random: parts.random ?? Math.random,
  });
  const connections = {
    name: 'outgoing connections',
    start: async () => undefined,
    stop: async () => agent.destroy(),
  };
  return base.toApp({
    services: [webhooksService(deps)],
    jobs: [sweeper, eraseLettersJob(base.mongo.connection, erasures.erasedOf)],
    resources: [connections, ...resources],
  });
}

function createDeps(
  base: ServiceBase,
  config: WebhooksConfig,
  { models, targets, send }: Pick<DeliveryParts, 'models' | 'targets'> & Pick<Deps, 'send'>,
): Deps {
  return {
    endpoints: createEndpointStore(models.endpoints),
    endpointCount: createEndpointCount(models.sequences),
    figures: createFigureStore(models, base.clock),
    deliveries: createDeliveryLog(models.deliveries, base.cursors),
    rules: { guard: createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS), catalogue: eventCatalogue },
    secrets: base.sealer,
    send,
    events: base.events,
    clock: base.clock,
    newId: base.ids,
    randomBytes,
    forgetEndpoint: targets.forget,
  };
}

interface DeliveryParts {
  readonly base: ServiceBase;
  readonly config: WebhooksConfig;
  readonly deps: Deps;
  readonly models: Models;
  readonly erasures: Erasures;
  readonly targets: TargetDirectory;
  readonly random: () => number;
}

/** The way of an event: consumers, fan-out, worker, results; and the sweeper for what leaves it. */
function createDelivery({ base, config, deps, models, erasures, targets, random }: DeliveryParts) {
  const { clock, ids: newId, logger, link, topology, units } = base;
  const store = createWorkStore(models);
  const onGone = async ({ job }: Settled): Promise<void> => {
    const work = { workspaceId: job.workspace_id, requestId: newId('req'), service: 'webhooks' };
    await withSystemCall(work, async () =>
      units.unitOfWork(async () => disableGoneEndpoint(deps, job.endpoint_id)),
    );
  };
  const results = createResultWriter({ store, onGone, logger });
  const shared = { store, targets, clock, newId, leaseMs: config.DELIVERY_LEASE_MS };
  const wakeUp = createWakeUp();
  const worker = createDeliveryWorker({
    ...shared,
    send: deps.send,
    results,
    random,
    logger,
    slots: config.DELIVERY_CONCURRENCY,
    slotsPerEndpoint: config.ENDPOINT_CONCURRENCY,
    exchangeMsMax: EXCHANGE_MS_MAX,
    onRoom: wakeUp.raise,
  });
  const consumers = createConsumers({
    store: createFanOutStore({ connection: base.mongo.connection, models, erasures, units, clock }),
    hand: worker,
    now: () => clock.now(),
    newDeliveryId: () => newId('dlv'),
    link,
    topology,
    deadLetters: createDeadLetters(base.mongo.connection),
    logger,
  });
  return { resources: [results, worker, ...consumers], sweeper: sweeperJob({ ...shared, worker, wakeUp }) };
}
