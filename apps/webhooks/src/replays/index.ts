import type { ServiceBase } from '@outreach/app-kit';
import type { WebhooksFeature } from '../methods/index.ts';
import type { ReplayPorts } from './ports.ts';
import { createReplayStores, fromRow } from './replay.store.ts';
import { replayMethods } from './replays.rpc.ts';
import { runReplaysJob } from './run-replays.job.ts';

export interface Replays extends WebhooksFeature {
  readonly isCanceled: (replayId: string) => Promise<boolean>;
}

/** Replays: events of a range are sent to one endpoint again. */
export function createReplays(
  base: ServiceBase,
  needs: Omit<ReplayPorts, 'replays' | 'clock' | 'newId'>,
  config: { readonly REPLAY_RATE_PER_SECOND: number },
): Replays {
  const { replays, queue, isCanceled } = createReplayStores(base);
  const ports = { ...needs, replays, clock: base.clock, newId: base.ids };
  const job = runReplaysJob({
    ...ports,
    queue,
    toReplay: fromRow,
    ratePerSecond: config.REPLAY_RATE_PER_SECOND,
    base,
  });
  return { name: 'replays', methods: replayMethods(ports), jobs: [job], isCanceled };
}
