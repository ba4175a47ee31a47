import type { ServiceBase } from '@outreach/app-kit';
import {
  requireClaim,
  runSteps,
  workQueueJob,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { windowStart } from '../scoring/index.ts';
import type { RetentionFields, TimelinePorts } from './ports.ts';
import { expireEngagement } from './update-engagement.ts';

const DAY_MS = 86_400_000;
/** Workspaces that one process works on concurrently. */
const SLOTS = 1;

export interface ExpireTimelinesOptions extends TimelinePorts {
  readonly queue: WorkQueue<WorkFields & RetentionFields>;
  readonly base: ServiceBase;
}

/** Deletes the events of timelines that have expired, once a day for each workspace that wants it. */
export function expireTimelinesJob(options: ExpireTimelinesOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'expire-timelines',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: 1,
    handle: async (claim, signal) => expire(options, claim, signal),
    logger: base.logger,
  });
}

/** Each step has a call of its own: all steps of a large workspace take longer than the deadline of one call. */
async function expire(
  options: ExpireTimelinesOptions,
  claim: Claim<WorkFields & RetentionFields>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, base } = options;
  const { workspaceId } = claim;
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> =>
    base.inWorkspace({ workspaceId }, async () => base.units.unitOfWork(fn));
  const before = new Date(clock.now() - claim.row.days * DAY_MS);
  const step = async (from = ''): Promise<string | undefined> => expireSome(options, before, from);
  const isDone = await runSteps({ queue, claim, unitOfWork, signal, step });
  const nextMs = isDone ? DAY_MS : 0;
  requireClaim(await queue.retryAt(claim, new Date(clock.now() + nextMs), { attempts: 0 }));
}

/** Returns the last contact whose events have expired. */
async function expireSome(
  options: ExpireTimelinesOptions,
  before: Date,
  from: string,
): Promise<string | undefined> {
  const expired = await options.timeline.expire(before, from);
  if (expired === undefined) return undefined;
  const hadPoints = before > windowStart(options.clock.now());
  if (hadPoints) await expireEngagement(options, expired);
  return expired.at(-1);
}
