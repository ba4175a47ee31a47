import type { ServiceBase } from '@outreach/app-kit';
import { createBatcher, type Batcher } from '@outreach/job-kit/batcher';
import type { Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import type { ClaimedRecords, OutcomeRecorder, WorkerOutcome } from '../outcomes/index.ts';

const BATCH_MAX = 500;
const WAIT_MS = 5;
/** With more unwritten outcomes no email is claimed and no dialog starts. */
const UNWRITTEN_MAX = 4_096;
/** Workspaces whose outcomes are committed concurrently. */
const CONCURRENT_MAX = 8;
/** After this many failures in a row, each outcome has a transaction of its own. */
const FAILURES_MAX = 3;
/** An outcome that fails this often alone, while others succeed, is given up. */
const TRIES_MAX = 10;

const sends = counter('sends_total', 'Ended claims of planned emails, by outcome.', ['outcome']);
const lost = counter(
  'sends_lost_total',
  'Outcomes of planned emails that changed nothing: another worker had the claim.',
);
const givenUp = counter(
  'sends_outcomes_given_up_total',
  'Outcomes of planned emails that could not be written.',
);

/** The outcome of a claim and the workspace of its send. */
export interface WorkspaceOutcome {
  readonly workspaceId: string;
  readonly outcome: WorkerOutcome;
  /** Set for an accepted email, whose records are not read again unless they have changed. */
  readonly claimed?: ClaimedRecords | undefined;
}

export interface OutcomeWriterOptions {
  readonly recorder: OutcomeRecorder;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units'>;
  /** Called after the commit with the ids of the sends. */
  readonly onCommitted: (sendIds: readonly string[]) => void;
  /** Called when outcomes may be added again after `isFull` has returned true. */
  readonly onRoom: () => void;
  readonly logger: Logger;
}

/** Commits outcomes in batches in the background; nothing is lost while the database is away. */
export interface OutcomeWriter extends Resource {
  add(outcome: WorkspaceOutcome): void;
  /** True while too many outcomes are unwritten. `onRoom` is called when this ends. */
  isFull(): boolean;
}

export function createOutcomeWriter(options: OutcomeWriterOptions): OutcomeWriter {
  const { logger, onRoom } = options;
  const failuresOf = new WeakMap<WorkspaceOutcome, number>();
  let failuresInRow = 0;
  let isRefused = false;
  const isFull = (): boolean => batcher.unwrittenCount > UNWRITTEN_MAX;
  const batcher: Batcher<WorkspaceOutcome> = createBatcher<WorkspaceOutcome>({
    name: 'outcomes of emails',
    batchMax: BATCH_MAX,
    waitMs: WAIT_MS,
    write: async (batch) => {
      const groups = failuresInRow >= FAILURES_MAX ? batch.map((one) => [one]) : groupsOf(batch);
      const { failed, thrown } = await commitAll(options, groups);
      failuresInRow = failed.length === 0 ? 0 : failuresInRow + 1;
      if (failed.length === batch.length) throw thrown;
      for (const one of failed) again(one, thrown);
    },
    onWritten: () => {
      if (!isRefused || isFull()) return;
      isRefused = false;
      onRoom();
    },
    logger,
  });
  const again = (one: WorkspaceOutcome, err: unknown): void => {
    const failures = (failuresOf.get(one) ?? 0) + 1;
    failuresOf.set(one, failures);
    if (failures < TRIES_MAX) {
      batcher.add(one);
      return;
    }
    givenUp.inc();
    logger.error(
      { workspace_id: one.workspaceId, send_id: one.outcome.sendId, err },
      'an outcome was given up',
    );
  };
  return {
    name: 'outcome-writer',
    add: (one) => batcher.add(one),
    isFull: () => {
      isRefused ||= isFull();
      return isFull();
    },
    stop: async () => batcher.stop(),
  };
}

type Group = readonly WorkspaceOutcome[];

function groupsOf(batch: Group): readonly Group[] {
  return [...Map.groupBy(batch, ({ workspaceId }) => workspaceId).values()];
}

interface Failures {
  readonly failed: readonly WorkspaceOutcome[];
  /** The first error. */
  readonly thrown: unknown;
}

async function commitAll(options: OutcomeWriterOptions, groups: readonly Group[]): Promise<Failures> {
  const failed: WorkspaceOutcome[] = [];
  let thrown: unknown;
  for (let start = 0; start < groups.length; start += CONCURRENT_MAX) {
    const some = groups.slice(start, start + CONCURRENT_MAX);
    const results = await Promise.allSettled(some.map(async (group) => commit(options, group)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      failed.push(...(some[index] ?? []));
      thrown ??= result.reason;
    }
  }
  return { failed, thrown };
}

async function commit(options: OutcomeWriterOptions, group: Group): Promise<void> {
  const outcomes = group.map(({ outcome }) => outcome);
  const changed = await record(options, group);
  for (const { kind, sendId } of outcomes) {
    if (changed.has(sendId)) sends.inc({ outcome: kind });
    else lost.inc();
  }
  options.onCommitted(outcomes.map(({ sendId }) => sendId));
}

/** If a record has changed since the claim, for example by an unsubscribe, all records are read. */
async function record({ recorder, base }: OutcomeWriterOptions, group: Group): Promise<ReadonlySet<string>> {
  const [first] = group;
  if (first === undefined) return new Set();
  const outcomes = group.map(({ outcome }) => outcome);
  const commitWith = async (claimed: readonly ClaimedRecords[]): Promise<ReadonlySet<string>> =>
    base.inWorkspace({ workspaceId: first.workspaceId }, async () =>
      base.units.unitOfWork(async () => recorder.record(outcomes, claimed)),
    );
  const claimed = group.flatMap((one) => one.claimed ?? []);
  if (claimed.length === 0) return commitWith([]);
  try {
    return await commitWith(claimed);
  } catch {
    return commitWith([]);
  }
}
