import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkQueue, type WorkFields } from '@outreach/job-kit';
import { currentCall } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { Campaign } from '../campaigns/index.ts';
import type { Sequence } from '../sequences/index.ts';
import { enrollPage } from './enroll-page.ts';
import { changed, OPEN_STATUSES, stopped, type Enrollment } from './enrollment.ts';
import type { CandidatePage, EnrollmentPorts, EnrollmentTask, TaskFields } from './ports.ts';
import { writeEnrollments } from './write-enrollments.ts';

/** Tasks that one process runs concurrently. */
const SLOTS = 4;
/** Of these, tasks of one workspace. */
const SLOTS_PER_WORKSPACE = 2;
/** Enrollments per transaction of a task that changes them. */
const BATCH_SIZE = 500;
/** A stream of candidates has the deadline of a call (30 s); after this time the next one continues its work. */
const STREAM_MS = 15_000;
/** With auto_enroll, new matches join within this time. */
const REPEAT_MS_MIN = 60_000;
/** The pause after a long snapshot, in times of its duration: repetitions take at most a twentieth of the time. */
const REPEAT_PAUSE_FACTOR = 20;

export interface EnrollmentTaskJobOptions extends EnrollmentPorts {
  readonly queue: WorkQueue<WorkFields & TaskFields>;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units' | 'logger'>;
}

/**
 * Runs the tasks that change many enrollments of a campaign. Each batch is one transaction with the claim of the task,
 * so a task that starts again after a crash repeats nothing.
 */
export function enrollmentTasksJob(options: EnrollmentTaskJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'run-enrollment-tasks',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => RUN[claim.row.task](options, claim, signal),
    logger: base.logger,
  });
}

type Run = (
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  signal: AbortSignal,
) => Promise<void>;

const RUN: Readonly<Record<EnrollmentTask, Run>> = {
  snapshot: enrollMatches,
  activate: async (options, claim, signal) =>
    changeInBatches(options, claim, {
      signal,
      changeBatch: async (campaign, at) => {
        if (campaign?.status !== 'active') return true;
        const query = { statuses: ['pending'], max: BATCH_SIZE } as const;
        const batch = await options.enrollments.inStatus(campaign.id, query);
        await writeChanged(options, batch, (enrollment) => changed(enrollment, 'active', at));
        if (batch.length > 0) await options.planMarks.request([campaign.id], at);
        return batch.length < BATCH_SIZE;
      },
    }),
  stop: async (options, claim, signal) =>
    changeInBatches(options, claim, {
      signal,
      changeBatch: async (campaign, at) => {
        if (campaign?.status !== 'archived') return true;
        const canceled = await options.queuedSends.cancelOf(campaign.id, BATCH_SIZE);
        const query = { statuses: OPEN_STATUSES, max: BATCH_SIZE };
        const batch = await options.enrollments.inStatus(campaign.id, query);
        await writeChanged(options, batch, (enrollment) => stopped(enrollment, 'campaign_archived', at));
        return batch.length < BATCH_SIZE && canceled < BATCH_SIZE;
      },
    }),
  stop_domain: async (options, claim, signal) =>
    changeInBatches(options, claim, {
      signal,
      changeBatch: async (campaign, at) => {
        const { domain, started_at: enrolledUntil } = claim.row;
        if (campaign === undefined || domain === undefined || enrolledUntil === undefined) return true;
        const query = { domain, enrolledUntil, max: BATCH_SIZE };
        const batch = await options.enrollments.openOfDomain(campaign.id, query);
        await writeChanged(options, batch, (enrollment) => stopped(enrollment, 'domain_replied', at));
        await options.queuedSends.cancel(batch.map(({ id }) => id));
        return batch.length < BATCH_SIZE;
      },
    }),
};

/** Enrolls the contacts that match the filter, page by page, from the position of the last enrolled page. */
async function enrollMatches(
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  signal: AbortSignal,
): Promise<void> {
  const { workspaceId, row } = claim;
  let after: string | undefined = row.after ?? '';
  while (after !== undefined) {
    signal.throwIfAborted();
    const position: string = after;
    after = await options.base.inWorkspace({ workspaceId }, async () =>
      enrollFrom(options, claim, { after: position, signal }),
    );
  }
}

/** Enrolls the pages of one stream. Returns the position to continue from; undefined when the task has ended. */
async function enrollFrom(
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { after: start, signal }: { readonly after: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const ctx = currentCall();
  const campaign = await options.campaigns.findById(claim.row.campaign_id);
  if (ctx === undefined || campaign?.status !== 'active') return endTask(options, claim, campaign);
  if (claim.row.is_repetition === true && !campaign.auto_enroll)
    return completeSnapshot(options, claim, campaign);
  const sequence = await options.sequences.findById(campaign.sequence_id);
  if (sequence === undefined) throw new Error('The sequence of a campaign cannot be deleted.');
  const at = new Date(options.clock.now());
  const pages = options.candidates.stream(ctx, { filter: campaign.contact_filter, after: start });
  for await (const page of readAhead(pages)) {
    signal.throwIfAborted();
    const isEnrolled = await enrollOne(options, claim, { campaign, sequence, page, at });
    if (!isEnrolled) return endTask(options, claim, await options.campaigns.findById(campaign.id));
    if (page.after === undefined) return completeSnapshot(options, claim, campaign);
    if (options.clock.now() - at.getTime() > STREAM_MS) return page.after;
  }
  throw new Error('The stream of candidates ended before its last page.');
}

interface PageOfCampaign {
  readonly campaign: Campaign;
  readonly sequence: Sequence;
  readonly page: CandidatePage;
  readonly at: Date;
}

async function enrollOne(
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { campaign, sequence, page: { candidates, after = '' }, at }: PageOfCampaign,
): Promise<boolean> {
  return options.base.units.unitOfWork(async () => {
    requireClaim(await options.queue.renew(claim, { after }));
    return enrollPage(options, { campaign, sequence, candidates, at });
  });
}

/** Ends a snapshot whose campaign is not active. A paused campaign continues from the position when it is resumed. */
async function endTask(
  { queue, base }: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  campaign: Campaign | undefined,
): Promise<undefined> {
  await base.units.unitOfWork(async () => {
    requireClaim(campaign?.status === 'paused' ? await queue.finish(claim) : await queue.complete(claim));
  });
  return undefined;
}

/** Ends a snapshot after its last page. A campaign with auto_enroll starts the next one after a pause. */
async function completeSnapshot(
  { queue, completionChecks, base, clock }: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { id, auto_enroll: repeats }: Campaign,
): Promise<undefined> {
  const now = clock.now();
  const startedAt = claim.row.started_at?.getTime() ?? now;
  const nextAt = new Date(now + Math.max(REPEAT_MS_MIN, (now - startedAt) * REPEAT_PAUSE_FACTOR));
  await base.units.unitOfWork(async () => {
    const next = { after: '', started_at: nextAt, is_repetition: true, attempts: 0 };
    requireClaim(repeats ? await queue.retryAt(claim, nextAt, next) : await queue.complete(claim));
    await completionChecks.request([id]);
  });
  return undefined;
}

interface BatchChange {
  readonly signal: AbortSignal;
  /** Part of a transaction: changes the next batch. True if it was the last one. */
  readonly changeBatch: (campaign: Campaign | undefined, at: Date) => Promise<boolean>;
}

/** Repeats the change until its last batch. Each batch is one transaction with the claim of the task. */
async function changeInBatches(
  { queue, campaigns, clock, base }: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { signal, changeBatch }: BatchChange,
): Promise<void> {
  const { workspaceId, row } = claim;
  const runBatch = async (): Promise<boolean> =>
    base.units.unitOfWork(async () => {
      const isLast = await changeBatch(await campaigns.findById(row.campaign_id), new Date(clock.now()));
      requireClaim(isLast ? await queue.complete(claim) : await queue.renew(claim));
      return isLast;
    });
  while (!(await base.inWorkspace({ workspaceId }, runBatch))) signal.throwIfAborted();
}

async function writeChanged(
  options: EnrollmentTaskJobOptions,
  batch: readonly Enrollment[],
  change: (enrollment: Enrollment) => Enrollment,
): Promise<void> {
  await writeEnrollments(
    options,
    batch.map((before) => ({ before, after: change(before) })),
  );
}

/** Reads the next page while the current one is written. */
async function* readAhead(
  pages: AsyncGenerator<CandidatePage, void, undefined>,
): AsyncGenerator<CandidatePage, void, undefined> {
  try {
    let reading = pages.next();
    for (;;) {
      const { value, done } = await reading;
      if (done === true) return;
      reading = pages.next();
      // The rejection is thrown when the page is awaited; until then it must not count as unhandled.
      reading.catch(() => undefined);
      yield value;
    }
  } finally {
    await pages.return();
  }
}
