import { enrollmentRefSchema, enrollmentStopped } from '@outreach/contracts-campaigns';
import { stopped } from './enrollment.ts';
import type { DeletedContact, Deps } from './ports.ts';

/**
 * Part of a unit of work: ends what deleted contacts are enrolled in. Enrollments made after the deletion are of a
 * restored contact and stay. Repeating it changes nothing.
 */
export async function stopEnrollments(
  { enrollments, events, clock }: Pick<Deps, 'enrollments' | 'events' | 'clock'>,
  deletions: readonly DeletedContact[],
): Promise<void> {
  const now = new Date(clock.now());
  for (;;) {
    const open = await enrollments.openOf(deletions);
    if (open.length === 0) return;
    const ended = open.map((enrollment) => stopped(enrollment, 'contact_deleted', now));
    await enrollments.save(ended);
    for (const one of ended) {
      const aggregate = { id: one.id, version: one.version };
      events.emit(enrollmentStopped, { aggregate, data: enrollmentRefSchema.parse(one) });
    }
  }
}
