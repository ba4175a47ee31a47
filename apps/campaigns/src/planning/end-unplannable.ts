import { changed, stopped, type Enrollment } from '../enrollments/index.ts';
import type { PlanningPorts } from './ports.ts';
import type { Demand, PlannedCampaignState } from './read-demand.ts';

/** Enrollments per transaction. */
const ENDED_PER_BATCH_MAX = 300;
/** Later than every due time. */
const END_OF_TIME = new Date(8.64e15);

/**
 * Ends enrollments whose next step cannot be planned: follow-ups of deleted accounts stop, and enrollments whose next
 * step was removed from the sequence are completed. Returns true if it has ended any.
 */
export async function endUnplannable(
  ports: PlanningPorts,
  state: PlannedCampaignState,
  demand: Demand,
): Promise<boolean> {
  const orphans = await followUpsOfDeleted(ports, state);
  const finished = beyondLastStep(state, demand);
  if (orphans.length === 0 && finished.length === 0) return false;
  const at = new Date(ports.clock.now());
  await ports.transactions.run(async () => {
    const found = await ports.enrollments.findByIds([...orphans, ...finished]);
    const orphanIds = new Set(orphans);
    await ports.enrollments.write(
      found
        .filter(({ status, due_at: dueAt }) => status === 'active' && dueAt !== null)
        .map((before) => ({
          before,
          after: orphanIds.has(before.id) ? stopped(before, 'send_failed', at) : completed(before, at),
        })),
    );
  });
  return true;
}

async function followUpsOfDeleted(
  { due }: PlanningPorts,
  { campaign, deletedAccountIds }: PlannedCampaignState,
): Promise<readonly string[]> {
  if (deletedAccountIds.length === 0) return [];
  const zones = await due.zonesOf(campaign.id);
  const ids: string[] = [];
  for (const accountId of deletedAccountIds) {
    const max = ENDED_PER_BATCH_MAX - ids.length;
    if (max === 0) break;
    const found = await due.due(campaign.id, { zones, accountIds: [accountId], until: END_OF_TIME, max });
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}

function beyondLastStep({ steps }: PlannedCampaignState, { queues }: Demand): readonly string[] {
  const numbers = new Set(steps.map(({ step_number: number }) => number));
  return queues
    .flatMap(({ items }) => items)
    .flatMap(({ enrollment }) =>
      enrollment !== undefined && !numbers.has(enrollment.next_step ?? 0) ? [enrollment.id] : [],
    )
    .slice(0, ENDED_PER_BATCH_MAX);
}

function completed(enrollment: Enrollment, at: Date): Enrollment {
  const ended = { ...enrollment, next_step: null, next_send_at: null, due_at: null };
  return { ...changed(ended, 'completed', at), completed_at: at };
}
