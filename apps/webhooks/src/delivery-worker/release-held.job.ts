import { workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { HeldReleases } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';

const STEP_MAX = 1_000;
const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 2;

export interface ReleaseHeldOptions {
  readonly queue: WorkQueue<WorkFields>;
  readonly releases: Pick<HeldReleases, 'releaseSome'>;
  readonly endpoints: Pick<EndpointDirectory, 'findAnywhere'>;
  /** Called when deliveries have become due. */
  readonly onDue: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes the held deliveries of activated endpoints due, the steps of one endpoint one after another. */
export function releaseHeldJob(options: ReleaseHeldOptions): Job {
  const { queue, logger } = options;
  return workQueueJob({
    name: 'held-releases',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => release(options, claim, signal),
    logger,
  });
}

async function release(
  { queue, releases, endpoints, onDue, clock }: ReleaseHeldOptions,
  claim: Claim<WorkFields>,
  signal: AbortSignal,
): Promise<void> {
  const { id, workspaceId } = claim;
  while (!signal.aborted) {
    // A paused endpoint keeps its deliveries; its next activation queues a new item.
    const endpoint = (await endpoints.findAnywhere([id])).get(id);
    const isActive = endpoint?.deleted_at === null && endpoint.active;
    const count = isActive ? await releases.releaseSome({ id, workspaceId, max: STEP_MAX }) : 0;
    if (count > 0) onDue();
    if (count < STEP_MAX) {
      await queue.complete(claim);
      return;
    }
  }
  await queue.retryAt(claim, new Date(clock.now()));
}
