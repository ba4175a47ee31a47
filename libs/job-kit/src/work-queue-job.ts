import type { Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { counter, gauge } from '@outreach/service-kit/metrics';
import { ClaimLost } from './require-claim.ts';
import { retryLater } from './retry-later.ts';
import type { WorkFailure } from './work-failure.ts';
import type { Claim, WorkFields, WorkQueue } from './work-queue.ts';

/** A live worker renews its lease this many times within it. */
const RENEWALS_PER_LEASE = 3;
/** Backstop: items whose wake-up was lost are found within this time. */
const POLL_MS = 5_000;

const ended = counter('work_items_total', 'Claims of work queues, by queue and outcome.', [
  'queue',
  'outcome',
]);

const inProgress = gauge('work_items_running', 'Items of work queues that this process handles, by queue.', [
  'queue',
]);

export interface WorkQueueJobOptions<Row extends WorkFields> {
  readonly name: string;
  /** The job renews the lease of an item three times within its time. */
  readonly queue: WorkQueue<Row>;
  /** Items that this process handles concurrently. */
  readonly slots: number;
  /** Of these, items of one workspace. */
  readonly slotsPerWorkspace: number;
  readonly pollMs?: number;
  /**
   * Handles one item and ends its claim by `complete`, `finish` or `retryAt`, in the transaction of its writes where it
   * has any. The signal aborts when the process stops or the claim is lost. It throws `ClaimLost` (`requireClaim`) when
   * the claim is lost: another worker has the item, and `onError` is not called.
   */
  readonly handle: (claim: Claim<Row>, signal: AbortSignal) => Promise<void>;
  /** Ends the claim of an item whose handler threw: schedules a retry, or gives up. By default it is tried again later. */
  readonly onError?: (claim: Claim<Row>, failure: WorkFailure) => Promise<void>;
  readonly logger: Logger;
}

/** Claims due items and handles them, fairly over the workspaces, until the process stops. */
export function workQueueJob<Row extends WorkFields>(options: WorkQueueJobOptions<Row>): Job {
  const { name, queue, slots, slotsPerWorkspace } = options;
  return {
    name,
    run: async (signal) => {
      const running = new Set<Promise<void>>();
      const countOf = new Map<string, number>();
      const roomOf = (workspaceId: string): number => slotsPerWorkspace - (countOf.get(workspaceId) ?? 0);
      const start = (claim: Claim<Row>): void => {
        const { workspaceId } = claim;
        countOf.set(workspaceId, (countOf.get(workspaceId) ?? 0) + 1);
        inProgress.inc({ queue: name });
        const work = runClaim(options, claim, signal).finally(() => {
          running.delete(work);
          inProgress.dec({ queue: name });
          const count = (countOf.get(workspaceId) ?? 1) - 1;
          if (count === 0) countOf.delete(workspaceId);
          else countOf.set(workspaceId, count);
          queue.wakeUp.raise();
        });
        running.add(work);
      };
      while (!signal.aborted) {
        const max = slots - running.size;
        const { claims, nextDueAt } = max > 0 ? await queue.claim({ max, roomOf }) : NOTHING_CLAIMED;
        for (const claim of claims) start(claim);
        // With no free slot, or none for the due workspaces, the end of a running item raises the wake-up.
        const isFull =
          claims.length === 0 && nextDueAt !== undefined && nextDueAt.getTime() <= queue.clock.now();
        await waitForWork(options, isFull ? undefined : nextDueAt, signal);
      }
      await Promise.all(running);
    },
  };
}

/** Waits for a wake-up or a due item. Polls of all queues begin together, so that they share a command. */
async function waitForWork<Row extends WorkFields>(
  { queue, pollMs = POLL_MS }: Pick<WorkQueueJobOptions<Row>, 'queue' | 'pollMs'>,
  nextDueAt: Date | undefined,
  signal: AbortSignal,
): Promise<void> {
  let untilDueMs = nextDueAt === undefined ? Infinity : nextDueAt.getTime() - queue.clock.now();
  while (untilDueMs > 0 && !signal.aborted) {
    const untilPollMs = pollMs - (Date.now() % pollMs);
    if (await queue.wakeUp.wait(Math.min(untilPollMs, untilDueMs), signal)) return;
    untilDueMs = untilDueMs < untilPollMs ? 0 : await queue.untilDueMs();
  }
}

const NOTHING_CLAIMED = { claims: [], nextDueAt: undefined } as const;

async function runClaim<Row extends WorkFields>(
  options: WorkQueueJobOptions<Row>,
  claim: Claim<Row>,
  stopping: AbortSignal,
): Promise<void> {
  const { name, queue, handle, onError = retryLater(queue), logger } = options;
  const ids = { job: name, item_id: claim.id, workspace_id: claim.workspaceId, attempt: claim.attempt };
  const lost = new AbortController();
  const renewing = setInterval(
    () => void renew(options, claim, lost),
    Math.ceil(queue.leaseMs / RENEWALS_PER_LEASE),
  );
  const startedAtMs = performance.now();
  try {
    await handle(claim, AbortSignal.any([stopping, lost.signal]));
    ended.inc({ queue: name, outcome: 'handled' });
    logger.info({ ...ids, took_ms: Math.round(performance.now() - startedAtMs) }, 'work item handled');
  } catch (thrown) {
    if (thrown instanceof ClaimLost || lost.signal.aborted) {
      ended.inc({ queue: name, outcome: 'lost' });
      logger.info(ids, 'work item lost: another worker has it, or it was replaced');
      return;
    }
    ended.inc({ queue: name, outcome: 'failed' });
    logger.warn({ ...ids, err: thrown }, 'work item failed');
    await onError(claim, { thrown, isStopping: stopping.aborted }).catch((err: unknown) => {
      logger.error({ ...ids, err }, 'the failure was not recorded; the item is due after its lease');
    });
  } finally {
    clearInterval(renewing);
  }
}

async function renew<Row extends WorkFields>(
  { name, queue, logger }: WorkQueueJobOptions<Row>,
  claim: Claim<Row>,
  lost: AbortController,
): Promise<void> {
  try {
    if (await queue.renew(claim)) return;
    if (!lost.signal.aborted)
      logger.info({ job: name, item_id: claim.id }, 'the claim passed to another worker');
    lost.abort();
  } catch (err) {
    logger.warn({ job: name, item_id: claim.id, err }, 'the lease was not renewed');
  }
}
