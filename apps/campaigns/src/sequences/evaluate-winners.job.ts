import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { isUndecided } from './decide-winner.ts';
import type { SequencePorts, VariantStats } from './ports.ts';
import { selectWinners } from './select-winner.ts';

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 1;

export interface EvaluateWinnersOptions extends SequencePorts {
  readonly stats: VariantStats;
  readonly queue: WorkQueue<WorkFields>;
  /** Time between two evaluations of a sequence. */
  readonly everyMs: number;
  readonly base: Pick<ServiceBase, 'logger' | 'inWorkspace' | 'units'>;
}

/** Evaluates the sequences that have a step with an automatic decision, until all of these steps are decided. */
export function evaluateWinnersJob(options: EvaluateWinnersOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'evaluate-winners',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => evaluate(options, claim),
    logger: base.logger,
  });
}

async function evaluate(options: EvaluateWinnersOptions, claim: Claim<WorkFields>): Promise<void> {
  const { stats, queue, clock, everyMs, base } = options;
  const { id, workspaceId } = claim;
  const countsOf = await base.inWorkspace({ workspaceId }, async () => stats.ofSequence(id));
  await base.inWorkspace({ workspaceId }, async () =>
    base.units.unitOfWork(async () => {
      // A change of the steps in the same transaction would end the claim, so the claim is first.
      const next = new Date(clock.now() + everyMs);
      requireClaim(await queue.retryAt(claim, next, { attempts: 0 }));
      const sequence = await selectWinners(options, id, countsOf);
      if (!(sequence?.steps.some(isUndecided) ?? false)) await options.winnerChecks.remove(id);
    }),
  );
}
