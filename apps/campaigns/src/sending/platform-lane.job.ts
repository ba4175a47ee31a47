import { FairScheduler, type ScheduledItem } from '@outreach/job-kit/fair-scheduler';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import { createCircuit, type Circuit } from '../platforms/index.ts';
import type { ReadyStep } from './prepare-sends.ts';
import type { ReturnReason } from './return-claims.job.ts';
import { giveBack, submitBatch, type SubmitBatchOptions } from './submit-batch.job.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

/** Emails of one submission. */
const BATCH_MAX = 100;
/** Submissions to one platform that run concurrently. */
const CONCURRENT_MAX = 4;
const SLOTS = BATCH_MAX * CONCURRENT_MAX;
/** Share of the slots and of the waiting emails that one workspace can have. */
const WORKSPACE_SHARE_MAX = 0.5;
const WAITING_MAX = 2_048;
/** After this many failures in a row emails are submitted one by one: one of them may be the cause. */
const SINGLE_FROM = 3;
/** An email for which there is no room is due again after this time. */
const FULL_MS = 5_000;

export interface LaneOptions extends Omit<SubmitBatchOptions, 'circuit'> {
  readonly outcomes: Pick<OutcomeWriter, 'add' | 'isFull'>;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Raised when accounts have room again. */
  readonly wakeUp: WakeUp;
}

interface WaitingEmail extends ScheduledItem {
  readonly ready: ReadyStep;
}

/** The emails of one platform. They are submitted in batches, and given back while the platform takes none. */
export class PlatformLane {
  readonly #options: LaneOptions;
  readonly #circuit: Circuit;
  readonly #scheduler: FairScheduler<WaitingEmail>;
  #isClosed = false;
  #isStarting = false;
  #batchCount = 0;

  constructor(options: LaneOptions) {
    const { clock, random, wakeUp } = options;
    this.#options = options;
    this.#circuit = createCircuit({ now: () => clock.now(), random });
    this.#scheduler = new FairScheduler<WaitingEmail>({
      slots: SLOTS,
      slotsPerWorkspace: Math.ceil(SLOTS * WORKSPACE_SHARE_MAX),
      slotsPerKey: BATCH_MAX,
      waitingMax: WAITING_MAX,
      waitingPerWorkspaceMax: Math.ceil(WAITING_MAX * WORKSPACE_SHARE_MAX),
      onRoom: () => wakeUp.raise(),
    });
  }

  /** Submissions that are under way. */
  get activeCount(): number {
    return this.#batchCount;
  }

  fullAccountIds(): readonly string[] {
    return this.#scheduler.requestRoom().fullKeys;
  }

  add(ready: ReadyStep): void {
    const { workspace_id: workspaceId, sending_account_id: key } = ready.send;
    const item = { workspaceId, key, ready };
    const pausedUntil = this.#circuit.pausedUntil();
    if (pausedUntil === undefined && !this.#isClosed && this.#scheduler.reserve(item)) {
      this.#scheduler.push(item);
      this.start();
      return;
    }
    const dueAt = pausedUntil ?? new Date(this.#options.clock.now() + FULL_MS);
    giveBack(this.#options, [ready], { dueAt, reason: 'platform' });
  }

  /** Emails that are added together are submitted together. */
  start(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#submitWaiting();
    });
  }

  /** Gives the waiting emails back and takes no further ones. */
  close(): void {
    this.#isClosed = true;
    this.#drain(new Date(this.#options.clock.now()), 'stopping');
  }

  #submitWaiting(): void {
    const { failureCount } = this.#circuit;
    const pausedUntil = this.#circuit.pausedUntil();
    if (pausedUntil !== undefined) {
      this.#drain(pausedUntil, 'platform');
      return;
    }
    // After a failure, one batch shows whether the platform works again.
    const concurrentMax = failureCount > 0 ? 1 : CONCURRENT_MAX;
    const sizeMax = failureCount >= SINGLE_FROM ? 1 : BATCH_MAX;
    while (this.#batchCount < concurrentMax && !this.#options.outcomes.isFull()) {
      const batch = this.#take(sizeMax);
      if (batch.length === 0) return;
      this.#batchCount += 1;
      void this.#submit(batch);
    }
  }

  async #submit(batch: readonly WaitingEmail[]): Promise<void> {
    const startedAtMs = performance.now();
    const ready = batch.map((item) => item.ready);
    try {
      await submitBatch({ ...this.#options, circuit: this.#circuit }, ready);
    } catch (err) {
      // The result is unknown. The journal keeps the claims until another process submits the emails again.
      this.#options.logger.error({ count: batch.length, err }, 'the results of a batch were not recorded');
    }
    for (const item of batch) this.#scheduler.done(item, performance.now() - startedAtMs);
    this.#batchCount -= 1;
    this.#submitWaiting();
  }

  #take(sizeMax: number): readonly WaitingEmail[] {
    const batch: WaitingEmail[] = [];
    while (batch.length < sizeMax) {
      const item = this.#scheduler.take();
      if (item === undefined) break;
      batch.push(item);
    }
    return batch;
  }

  #drain(dueAt: Date, reason: ReturnReason): void {
    const ready = this.#scheduler.drain().map((item) => item.ready);
    giveBack(this.#options, ready, { dueAt, reason });
  }
}
