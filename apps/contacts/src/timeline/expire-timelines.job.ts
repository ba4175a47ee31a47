import type { ServiceBase } from '@outreach/app-kit';
import {
  requireClaim,
  retryLater,
  workQueueJob,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import { pause, type Job } from '@outreach/service-kit/lifecycle';
import { windowStart } from '../scoring/index.ts';
import type { ExpiredEvents, RetentionFields, Timeline } from './ports.ts';
import { expireEngagement, type UpdateEngagementPorts } from './update-engagement.ts';

const DAY_MS = 86_400_000;
/** Workspaces that one process works on concurrently. */
const SLOTS = 1;

export interface ExpireTimelinesOptions extends UpdateEngagementPorts {
  readonly queue: WorkQueue<WorkFields & RetentionFields>;
  readonly leaseMs: number;
  readonly timeline: Pick<Timeline, 'newestCounted' | 'expire'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/** Deletes the events of timelines that have expired, once a day for each workspace that wants it. */
export function expireTimelinesJob(options: ExpireTimelinesOptions): Job {
  const { queue, leaseMs, clock, base } = options;
  return workQueueJob({
    name: 'expire-timelines',
    queue,
    leaseMs,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () => expire(options, claim, signal)),
    onError: retryLater(queue, clock),
    logger: base.logger,
  });
}

async function expire(
  options: ExpireTimelinesOptions,
  claim: Claim<WorkFields & RetentionFields>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock } = options;
  const before = new Date(clock.now() - claim.row.days * DAY_MS);
  let expired: ExpiredEvents | undefined = { contactIds: [] };
  while (expired !== undefined && !signal.aborted) {
    const startedAtMs = performance.now();
    expired = await expireSome(options, { claim, before, after: expired.contactIds.at(-1) ?? '' });
    // Half of the time is left to the other work on the database.
    if (expired !== undefined) await pause(performance.now() - startedAtMs, signal);
  }
  const nextMs = expired === undefined ? DAY_MS : 0;
  requireClaim(await queue.retryAt(claim, new Date(clock.now() + nextMs), { attempts: 0 }));
}

interface ExpiryStep {
  readonly claim: Claim<WorkFields & RetentionFields>;
  readonly before: Date;
  readonly after: string;
}

/** One transaction with the claim: a setting that has been replaced deletes nothing. */
async function expireSome(
  options: ExpireTimelinesOptions,
  { claim, before, after }: ExpiryStep,
): Promise<ExpiredEvents | undefined> {
  const { queue, timeline, clock, unitOfWork } = options;
  return unitOfWork(async () => {
    requireClaim(await queue.renew(claim));
    const expired = await timeline.expire(before, after);
    const hasPoints = before > windowStart(clock.now());
    if (expired !== undefined && hasPoints) await expireEngagement(options, expired.contactIds);
    return expired;
  });
}
