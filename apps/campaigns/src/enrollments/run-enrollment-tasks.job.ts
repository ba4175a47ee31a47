import type { ServiceBase } from '@outreach/app-kit';
import type { EnrollmentStatus } from '@outreach/contracts-campaigns';
import {
  requireClaim,
  retryLater,
  workQueueJob,
  type Claim,
  type WorkQueue,
  type WorkFields,
} from '@outreach/job-kit';
import type { Units } from '@outreach/mongo-kit';
import { currentCall, type Clock, type Job } from '@outreach/service-kit';
import type { Campaign, CampaignStore } from '../campaigns/index.ts';
import type { Sequence, SequenceStore } from '../sequences/index.ts';
import { enrollPage, type EnrollPagePorts } from './enroll-page.ts';
import { changed, OPEN_STATUSES, stopped, type Enrollment } from './enrollment.ts';
import type { CandidatePage, Candidates, EnrollmentStore, EnrollmentTask, TaskFields } from './ports.ts';
import { writeEnrollments } from './write-enrollments.ts';

/** Longer than the transaction of one batch takes; after it another process continues. */
export const TASK_LEASE_MS = 10_000;
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

export interface EnrollmentTaskJobOptions extends EnrollPagePorts {
  readonly queue: WorkQueue<WorkFields & TaskFields>;
  readonly campaigns: Pick<CampaignStore, 'findById' | 'markEnrolled'>;
  readonly enrollments: EnrollPagePorts['enrollments'] & Pick<EnrollmentStore, 'inStatus'>;
  readonly sequences: Pick<SequenceStore, 'findById'>;
  readonly candidates: Pick<Candidates, 'stream'>;
  readonly unitOfWork: Units['unitOfWork'];
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger'>;
}

/**
 * Runs the tasks that change many enrollments of a campaign. Each batch is one transaction with the claim of the task,
 * so a task that starts again after a crash repeats nothing.
 */
export function enrollmentTasksJob(options: EnrollmentTaskJobOptions): Job {
  const { queue, clock, base } = options;
  return workQueueJob({
    name: 'run-enrollment-tasks',
    queue,
    leaseMs: TASK_LEASE_MS,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => RUN[claim.row.task](options, claim, signal),
    onError: retryLater(queue, clock),
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
      campaignStatus: 'active',
      from: ['pending'],
      change: (enrollment, at) => changed(enrollment, 'active', at),
    }),
  stop: async (options, claim, signal) =>
    changeInBatches(options, claim, {
      signal,
      campaignStatus: 'archived',
      from: OPEN_STATUSES,
      change: (enrollment, at) => stopped(enrollment, 'campaign_archived', at),
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

interface StreamStart {
  readonly after: string;
  readonly signal: AbortSignal;
}

/** Enrolls the pages of one stream. Returns the position to continue from; undefined when the task has ended. */
async function enrollFrom(
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { after: start, signal }: StreamStart,
): Promise<string | undefined> {
  const ctx = currentCall();
  const campaign = await options.campaigns.findById(claim.row.campaign_id);
  if (ctx === undefined || campaign?.status !== 'active') return endTask(options, claim, campaign);
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
  return options.unitOfWork(async () => {
    requireClaim(await options.queue.renew(claim, { after }));
    return enrollPage(options, { campaign, sequence, candidates, at });
  });
}

/** Ends a snapshot whose campaign is not active. A paused campaign continues from the position when it is resumed. */
async function endTask(
  { queue, unitOfWork }: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  campaign: Campaign | undefined,
): Promise<undefined> {
  await unitOfWork(async () => {
    requireClaim(campaign?.status === 'paused' ? await queue.finish(claim) : await queue.complete(claim));
  });
  return undefined;
}

/** Ends a snapshot after its last page. A campaign with auto_enroll starts the next one after a pause. */
async function completeSnapshot(
  { queue, completionChecks, unitOfWork, clock }: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { id, auto_enroll: repeats }: Campaign,
): Promise<undefined> {
  const now = clock.now();
  const startedAt = claim.row.started_at?.getTime() ?? now;
  const nextAt = new Date(now + Math.max(REPEAT_MS_MIN, (now - startedAt) * REPEAT_PAUSE_FACTOR));
  await unitOfWork(async () => {
    const next = { after: '', started_at: nextAt, attempts: 0 };
    requireClaim(repeats ? await queue.retryAt(claim, nextAt, next) : await queue.complete(claim));
    await completionChecks.request([id]);
  });
  return undefined;
}

interface BatchChange {
  readonly signal: AbortSignal;
  /** The task ends if the campaign has another status. */
  readonly campaignStatus: Campaign['status'];
  readonly from: readonly EnrollmentStatus[];
  readonly change: (enrollment: Enrollment, at: Date) => Enrollment;
}

async function changeInBatches(
  options: EnrollmentTaskJobOptions,
  claim: Claim<TaskFields>,
  { signal, campaignStatus, from, change }: BatchChange,
): Promise<void> {
  const { queue, campaigns, enrollments, clock, base } = options;
  const { workspaceId, row } = claim;
  const changeBatch = async (): Promise<boolean> =>
    options.unitOfWork(async () => {
      const campaign = await campaigns.findById(row.campaign_id);
      const isDue = campaign?.status === campaignStatus;
      const batch = isDue ? await enrollments.inStatus(campaign.id, { statuses: from, max: BATCH_SIZE }) : [];
      const isLast = batch.length < BATCH_SIZE;
      requireClaim(isLast ? await queue.complete(claim) : await queue.renew(claim));
      const at = new Date(clock.now());
      await writeEnrollments(
        options,
        batch.map((before) => ({ before, after: change(before, at) })),
      );
      if (campaignStatus === 'active' && batch.length > 0)
        await options.planMarks.request([row.campaign_id], at);
      return !isLast;
    });
  while (await base.inWorkspace({ workspaceId }, changeBatch)) signal.throwIfAborted();
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
