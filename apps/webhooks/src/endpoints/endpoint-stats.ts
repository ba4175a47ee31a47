import type { Clock } from '@outreach/service-kit';
import { NO_STATS } from './endpoint.ts';
import { activatedHealth, INITIAL_HEALTH } from './health.ts';
import type { EndpointStatsStore } from './ports.ts';
import { recordResults, type RecordResultsPorts } from './record-results.ts';

export interface EndpointStatsPorts extends RecordResultsPorts {
  readonly clock: Clock;
}

/** Stats from the counts by the hour and the health. */
export function createEndpointStats(ports: EndpointStatsPorts): EndpointStatsStore {
  const { hours, health, clock } = ports;
  return {
    read: async (endpointIds) => {
      const [healths, sums] = await Promise.all([
        health.find(endpointIds),
        hours.sum(endpointIds, clock.now()),
      ]);
      return new Map(
        endpointIds.map((id) => {
          const own = healths.get(id);
          const status = own?.status ?? NO_STATS.health;
          const stats = { ...NO_STATS, ...sums.get(id), health: status };
          return [id, { ...stats, last_delivery_at: own?.last_delivery_at ?? null }];
        }),
      );
    },
    startDegraded: async ({ id, workspace_id }) =>
      // A delivery may have ended before the test, and its health stays.
      health.insertIfAbsent({
        ...INITIAL_HEALTH,
        status: 'degraded',
        endpointId: id,
        workspaceId: workspace_id,
        last_delivery_at: null,
        version: 1,
      }),
    startActive: async (endpoint) => health.reset(endpoint, activatedHealth(clock.now())),
    record: async (outcomes) => recordResults(ports, outcomes),
  };
}
