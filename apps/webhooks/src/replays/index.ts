import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Catalogue } from '@outreach/event-schema';
import type { DeliveryInserts, EndpointFeed, ReplayDeliveries } from '../deliveries/index.ts';
import type { EndpointStore } from '../endpoints/index.ts';
import type { EventRanges, SequenceStore } from '../events/index.ts';
import { createReplayStores, fromRow } from './replay.store.ts';
import { replayMethods, type ReplayMethods } from './replays.rpc.ts';
import { runReplaysJob } from './run-replays.job.ts';

const LEASE_MS = 15_000;

export interface ReplaysNeeds {
  readonly catalogue: Catalogue;
  readonly endpoints: EndpointStore;
  readonly ranges: EventRanges;
  readonly sequences: SequenceStore;
  readonly endpointFeed: EndpointFeed;
  readonly inserts: DeliveryInserts;
  readonly deliveries: ReplayDeliveries;
  /** Called when deliveries have become due. */
  readonly onDue: () => void;
}

export interface Replays extends Feature<ReplayMethods> {
  readonly isCanceled: (replayId: string) => Promise<boolean>;
}

/** Replays: events of a range are sent to one endpoint again. */
export function createReplays(
  base: ServiceBase,
  needs: ReplaysNeeds,
  config: { readonly REPLAY_RATE_PER_SECOND: number },
): Replays {
  const { mongo, clock, ids, units, logger } = base;
  const stores = createReplayStores({ connection: mongo.connection, clock, ids, units, leaseMs: LEASE_MS });
  const { replays, queue, isCanceled } = stores;
  const ports = { ...needs, replays, clock, newId: ids };
  const job = runReplaysJob({
    ...ports,
    queue,
    toReplay: fromRow,
    ratePerSecond: config.REPLAY_RATE_PER_SECOND,
    unitOfWork: async (workspaceId, fn) =>
      base.inWorkspace({ workspaceId }, async () => units.unitOfWork(async () => fn())),
    logger,
  });
  return { name: 'replays', methods: replayMethods(ports), jobs: [job], isCanceled };
}
