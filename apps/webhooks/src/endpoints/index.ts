import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceBase } from '@outreach/app-kit';
import type { DomainEvent } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { AttemptOutcome } from '../delivery-model/index.ts';
import type { WebhooksFeature } from '../methods/index.ts';
import { deliveryMethods } from './deliveries.rpc.ts';
import { createHealthStore } from './endpoint-health.store.ts';
import { createEndpointStats } from './endpoint-stats.ts';
import { createHourStore } from './endpoint-stats.store.ts';
import { createEndpointStores } from './endpoint.store.ts';
import { endpointMethods } from './endpoints.rpc.ts';
import { disableGoneEndpoint, publishFailing, type GoneEndpoint } from './manage-endpoints.ts';
import type {
  EndpointDirectory,
  EndpointPorts,
  EndpointStatsStore,
  EndpointStore,
  SaveFailing,
  Targets,
} from './ports.ts';
import { createTargets } from './targets.ts';

export type { Endpoint } from './endpoint.ts';
export { requireEndpoint } from './manage-endpoints.ts';
export type { EndpointDirectory, EndpointStore, Targets, TargetState } from './ports.ts';

export interface Endpoints extends WebhooksFeature {
  readonly store: EndpointStore;
  readonly directory: EndpointDirectory;
  readonly targets: Targets;
  /** Counts results of all workspaces. */
  readonly recordResults: EndpointStatsStore['record'];
  /** Disables an endpoint that answered 410, in a transaction of its workspace. */
  readonly disableGone: (endpoint: GoneEndpoint & { readonly workspaceId: string }) => Promise<void>;
}

/** Webhook endpoints: records, creation with a test, stats and health, and their delivery log. */
export function createEndpoints(
  base: ServiceBase,
  needs: Pick<
    EndpointPorts,
    | ('endpointCount' | 'deliveries' | 'work' | 'heldReleases')
    | ('eventBodies' | 'catalogue' | 'send' | 'hosts')
  >,
): Endpoints {
  const { clock, ids: newId, events, logger, sealer: secrets } = base;
  const { connection } = base.mongo;
  const { endpoints, directory } = createEndpointStores(connection);
  const health = createHealthStore(connection, newId);
  const hours = createHourStore(connection);
  const publish = (event: DomainEvent): void => base.units.events.emit(event);
  /** Health and event commit together. */
  const saveFailing: SaveFailing = async (failing, expectedVersion) =>
    base.units.unitOfWork(async () => {
      const isSaved = await health.saveInUnit(failing, expectedVersion);
      if (isSaved) await publishFailing({ directory, stats, publish, clock, newId }, failing);
      return isSaved;
    });
  const stats = createEndpointStats({ hours, health, saveFailing, clock });
  const targets = createTargets({ directory, secrets, monotonicMs: () => performance.now(), wait });
  const recordResults: Endpoints['recordResults'] = async (outcomes) =>
    runAsSystem('results of all workspaces are counted in one batch', async () => stats.record(outcomes));
  const ports = {
    ...needs,
    endpoints,
    stats,
    events,
    clock,
    newId,
    logger,
    secrets,
    randomBytes,
    random: base.random,
    countLater: countLater(base, recordResults),
  };
  return {
    name: 'endpoints',
    methods: { ...endpointMethods(ports), ...deliveryMethods(ports) },
    store: endpoints,
    directory,
    targets,
    recordResults,
    disableGone: disableGone(base, ports),
  };
}

/** Counts the result of a manual retry after its commit. A lost count makes the stats slightly too small. */
function countLater(
  { units, logger }: Pick<ServiceBase, 'units' | 'logger'>,
  recordResults: Endpoints['recordResults'],
): (outcome: AttemptOutcome) => void {
  return (outcome) => {
    units.afterCommit(() => {
      recordResults([outcome]).catch((err: unknown) => logger.warn({ err }, 'a result was not counted'));
    });
  };
}

function disableGone(base: ServiceBase, ports: EndpointPorts): Endpoints['disableGone'] {
  return async ({ workspaceId, ...gone }) => {
    await base.inWorkspace({ workspaceId }, async () =>
      base.units.unitOfWork(async () => disableGoneEndpoint(ports, gone)),
    );
  };
}
