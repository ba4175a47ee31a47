import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import { outcomeOf } from './dialog-outcome.ts';
import {
  readFindings,
  type AnsweredDialog,
  type DeadJournal,
  type JournalFindings,
} from './journal-record.ts';
import type { SendClaims } from './ports.ts';
import { countUnknown } from './send-one.job.ts';

/** Another process of this machine may have died. */
const EVERY_MS = 10_000;
/** Journals that could not be settled are tried again after this time. */
const AGAIN_MS = 1_000;
const BATCH_MAX = 500;

export interface SettleJournalsOptions {
  /** The journals of dead processes of this machine. */
  readonly readJournals: () => readonly DeadJournal[];
  readonly claims: Pick<SendClaims, 'refuseClaimsBefore' | 'giveBack' | 'recordRendering' | 'requeueUnknown'>;
  readonly recorder: OutcomeRecorder;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units'>;
  readonly clock: Clock;
  readonly wakeUp: WakeUp;
  readonly logger: Logger;
}

/**
 * Ends the claims of processes that have died, by their journals: replies are recorded, dialogs without a reply are
 * counted as unknown and queued again, and all other claims are given back. Every write names the token of the claim, so
 * repeating it changes nothing.
 */
export function settleJournalsJob(options: SettleJournalsOptions): Job {
  const { logger } = options;
  return pollingJob({
    name: 'settle-journals',
    everyMs: EVERY_MS,
    run: async () => {
      try {
        for (const journal of options.readJournals()) await settle(options, journal);
        return false;
      } catch (err) {
        logger.warn({ err }, 'a journal of a dead process was not settled');
        return AGAIN_MS;
      }
    },
  });
}

async function settle(options: SettleJournalsOptions, journal: DeadJournal): Promise<void> {
  const { claims, clock, wakeUp, logger } = options;
  const findings = readFindings(journal.records);
  for (const [workspaceId, answered] of Map.groupBy(findings.answered, ({ claim }) => claim.workspaceId))
    for (const batch of batchesOf(answered)) await record(options, workspaceId, batch);
  let unknownCount = 0;
  for (const batch of batchesOf(findings.unknown)) {
    await claims.recordRendering(batch);
    unknownCount += await claims.requeueUnknown(batch);
  }
  countUnknown(unknownCount);
  const dueAt = new Date(clock.now());
  for (const batch of batchesOf(findings.unsent)) {
    const ids = batch.map(({ id }) => id);
    // The last claim of the process may not have reached the database yet.
    await claims.refuseClaimsBefore(ids, dueAt);
    await claims.giveBack(batch.map((claim) => ({ ...claim, dueAt, isPlanned: false })));
  }
  journal.remove();
  wakeUp.raise();
  logger.warn({ ...sizesOf(findings), unknown: unknownCount }, 'the claims of a dead process were settled');
}

async function record(
  { recorder, base }: SettleJournalsOptions,
  workspaceId: string,
  answered: readonly AnsweredDialog[],
): Promise<void> {
  const outcomes = answered.map(({ claim, message, attempts, reply, at }) =>
    outcomeOf(
      {
        sendId: claim.id,
        token: claim.token,
        message,
        attempts,
        previousError: null,
        inWindow: (time) => time,
      },
      { kind: 'answered', command: 'DATA', reply },
      at,
    ),
  );
  await base.inWorkspace({ workspaceId }, async () =>
    base.units.unitOfWork(async () => recorder.record(outcomes)),
  );
}

function batchesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / BATCH_MAX);
  return Array.from({ length: count }, (_, index) => items.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX));
}

function sizesOf({ answered, unsent }: JournalFindings): { answered: number; claims_without_dialog: number } {
  return { answered: answered.length, claims_without_dialog: unsent.length };
}
