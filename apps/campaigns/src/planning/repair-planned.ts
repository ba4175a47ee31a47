import type { PlanningPorts } from './ports.ts';

/**
 * Ends the due time of enrollments whose next step has a send already, so that they do not stop the planning of their
 * campaign. Returns their number.
 */
export async function repairPlanned(ports: PlanningPorts, enrollmentIds: readonly string[]): Promise<number> {
  return ports.transactions.run(async () => {
    const found = await ports.enrollments.findByIds(enrollmentIds);
    const steps = await ports.sends.plannedSteps(enrollmentIds);
    const updated_at = new Date(ports.clock.now());
    const repaired = found.filter(
      ({ id, next_step: step, due_at: dueAt }) =>
        dueAt !== null && step !== null && steps.get(id)?.has(step) === true,
    );
    await ports.enrollments.write(
      repaired.map((before) => ({
        before,
        after: { ...before, due_at: null, updated_at, version: before.version + 1 },
      })),
    );
    return repaired.length;
  });
}
