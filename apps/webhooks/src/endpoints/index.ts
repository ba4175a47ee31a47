import { randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Catalogue } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { DeliveryLog } from '../deliveries/index.ts';
import type { EndpointCount } from '../events/index.ts';
import type { Send } from '../sending/index.ts';
import { createHealthStore } from './endpoint-health.store.ts';
import { createEndpointStats } from './endpoint-stats.ts';
import { createHourStore } from './endpoint-stats.store.ts';
import { createEndpointStores } from './endpoint.store.ts';
import { endpointMethods, type EndpointMethods } from './endpoints.rpc.ts';
import { disableGoneEndpoint, type DisableEndpointPorts } from './manage-endpoints.ts';
import type { EndpointDirectory, EndpointStatsStore, Targets } from './ports.ts';
import { createTargets } from './targets.ts';
import type { HostGuard } from './url-rules.ts';

export type { Endpoint } from './endpoint.ts';
export type { EndpointDirectory, Targets } from './ports.ts';

export interface EndpointsNeeds {
  readonly catalogue: Catalogue;
  readonly endpointCount: EndpointCount;
  readonly deliveries: DeliveryLog;
  readonly send: Send;
  readonly hosts: HostGuard;
}

export interface Endpoints extends Feature<EndpointMethods> {
  readonly directory: EndpointDirectory;
  readonly targets: Targets;
  /** Counts results of all workspaces. */
  readonly recordResults: EndpointStatsStore['record'];
  /** Disables an endpoint that answered 410, in a transaction of its workspace. */
  readonly disableGone: (endpoint: { workspaceId: string; endpointId: string }) => Promise<void>;
}

/** Webhook endpoints: records, creation with a test, stats and health, and their delivery log. */
export function createEndpoints(base: ServiceBase, needs: EndpointsNeeds): Endpoints {
  const { clock, ids: newId, events, logger, sealer: secrets } = base;
  const { connection } = base.mongo;
  const { endpoints, directory } = createEndpointStores(connection);
  const stats = createEndpointStats({
    hours: createHourStore(connection),
    health: createHealthStore(connection),
    clock,
  });
  const targets = createTargets({ directory, secrets, monotonicMs: () => performance.now() });
  const { endpointCount, deliveries, send } = needs;
  const rules = { hosts: needs.hosts, catalogue: needs.catalogue };
  const shared = { endpoints, stats, targets, events, clock, newId, logger };
  return {
    name: 'endpoints',
    methods: endpointMethods({ ...shared, endpointCount, deliveries, send, rules, secrets, randomBytes }),
    directory,
    targets,
    recordResults: async (outcomes) =>
      runAsSystem('results of all workspaces are counted in one batch', async () => stats.record(outcomes)),
    disableGone: disableGone(base, shared),
  };
}

function disableGone(base: ServiceBase, ports: DisableEndpointPorts): Endpoints['disableGone'] {
  return async ({ workspaceId, endpointId }) => {
    await base.inWorkspace({ workspaceId }, async () =>
      base.units.unitOfWork(async () => disableGoneEndpoint(ports, endpointId)),
    );
  };
}
