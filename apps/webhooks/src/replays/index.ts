import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { ReplayPorts } from './ports.ts';
import { createReplayStores, fromRow } from './replay.store.ts';
import { replayMethods, type ReplayMethods } from './replays.rpc.ts';
import { runReplaysJob } from './run-replays.job.ts';

const LEASE_MS = 15_000;

export interface Replays extends Feature<ReplayMethods> {
  readonly isCanceled: (replayId: string) => Promise<boolean>;
}

/** Replays: events of a range are sent to one endpoint again. */
export function createReplays(
  base: ServiceBase,
  needs: Omit<ReplayPorts, 'replays' | 'clock' | 'newId'>,
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
      base.inWorkspace({ workspaceId }, async () => units.unitOfWork(fn)),
    logger,
  });
  return { name: 'replays', methods: replayMethods(ports), jobs: [job], isCanceled };
}
