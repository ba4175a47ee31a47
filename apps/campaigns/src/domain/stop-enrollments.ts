import { enrollmentStopped } from '@outreach/contracts-campaigns';
import { stopped, toRef } from './enrollment.ts';
import type { Deps } from './ports.ts';

export interface DeletedContact {
  readonly contactId: string;
  readonly deletedAt: Date;
}

/**
 * Part of a unit of work: ends what a deleted contact is enrolled in. Enrollments made after the deletion are of a
 * restored contact and stay. Repeating it changes nothing.
 */
export async function stopEnrollments(
  { enrollments, events, clock }: Pick<Deps, 'enrollments' | 'events' | 'clock'>,
  { contactId, deletedAt }: DeletedContact,
): Promise<void> {
  const now = new Date(clock.now());
  for (;;) {
    const open = await enrollments.openOf(contactId, deletedAt);
    if (open.length === 0) return;
    const ended = open.map((enrollment) => stopped(enrollment, 'contact_deleted', now));
    await enrollments.save(ended);
    for (const one of ended) {
      const aggregate = { id: one.id, version: one.version };
      events.emit(enrollmentStopped, { aggregate, data: toRef(one) });
    }
  }
}
