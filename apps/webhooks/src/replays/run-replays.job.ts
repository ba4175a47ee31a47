import type { ServiceBase } from '@outreach/app-kit';
import { replayStates } from '@outreach/contracts-webhooks';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { pause, type Job } from '@outreach/service-kit/lifecycle';
import { addDeliveries } from './add-deliveries.ts';
import { endReplay } from './manage-replays.ts';
import type { QueuedReplay, ReplayPorts } from './ports.ts';
import type { Replay } from './replay.ts';

type ReplayWork = WorkFields & QueuedReplay;

const SLOTS = 8;
const SLOTS_PER_WORKSPACE = 2;
const SECOND_MS = 1_000;
/** Steps of one second's share of deliveries; a burst is one step. */
const STEPS_PER_SECOND = 2;
/** Between two checks whether every delivery was tried, or whether an earlier replay has ended. */
const CHECK_MS = 1_000;
/** Between two checks whether a paused endpoint is active again. */
const PAUSED_MS = 10_000;

export interface RunReplaysOptions extends ReplayPorts {
  readonly queue: WorkQueue<ReplayWork>;
  readonly toReplay: (row: ReplayWork) => Replay;
  /** New deliveries per second for one endpoint. */
  readonly ratePerSecond: number;
  readonly base: ServiceBase;
}

/** Creates the deliveries of queued replays at their rate, one replay of an endpoint after another. */
export function runReplaysJob(options: RunReplaysOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'replays',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => runReplay(options, claim, signal),
    logger: base.logger,
  });
}

/** The outcome of one step: more events, or the pause in ms before the replay is claimed again, or its end. */
type Step = { readonly replay: Replay } | { readonly againInMs: number } | 'ended';

async function runReplay(
  options: RunReplaysOptions,
  claim: Claim<ReplayWork>,
  signal: AbortSignal,
): Promise<void> {
  const { units, inWorkspace } = options.base;
  const { workspaceId } = claim;
  let replay = options.toReplay(claim.row);
  while (!signal.aborted) {
    const step = await inWorkspace({ workspaceId }, async () =>
      units.unitOfWork(async () => runStep(options, claim, replay)),
    );
    if (step === 'ended' || 'againInMs' in step) return;
    replay = step.replay;
    options.onDue();
    await pause(SECOND_MS / STEPS_PER_SECOND, signal);
  }
  await options.queue.retryAt(claim, new Date(options.clock.now()));
}

/** One transaction, which ends or keeps the claim together with its writes. */
async function runStep(options: RunReplaysOptions, claim: Claim<ReplayWork>, replay: Replay): Promise<Step> {
  const { queue, clock, deliveries } = options;
  const now = new Date(clock.now());
  const again = async (againInMs: number, set: Partial<Replay> = {}): Promise<Step> => {
    requireClaim(await queue.retryAt(claim, new Date(now.getTime() + againInMs), set));
    return { againInMs };
  };
  const finish = async (operation: 'complete' | 'cancel', ended: Replay): Promise<Step> => {
    const { status, finished_at, matched_events } = endReplay(ended, operation, now);
    requireClaim(await queue.finish(claim, { status, finished_at, matched_events }));
    return 'ended';
  };
  const endpoint = await options.endpoints.find(replay.endpoint_id);
  if (endpoint === undefined) return finish('cancel', replay);
  if (!endpoint.active) return again(PAUSED_MS);
  if (await options.replays.hasEarlier(replay)) return again(CHECK_MS);
  const started = { ...replay, status: replayStates.next(replay.status, 'start') ?? replay.status };
  const max = Math.ceil(options.ratePerSecond / STEPS_PER_SECOND);
  const next = await addDeliveries(options, { replay: started, max, now });
  if (next !== undefined) {
    const { status, position, created_deliveries } = next;
    requireClaim(await queue.renew(claim, { status, position, created_deliveries }));
    return { replay: next };
  }
  if (await deliveries.hasPending(replay.id)) return again(CHECK_MS, { status: started.status });
  // Events that ended their 30 days meanwhile were not sent.
  return finish('complete', { ...started, matched_events: started.created_deliveries });
}
