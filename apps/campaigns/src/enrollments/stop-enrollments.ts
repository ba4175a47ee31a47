import { enrollmentRefSchema, enrollmentStopped } from '@outreach/contracts-campaigns';
import type { EventSink } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import { stopped } from './enrollment.ts';
import type { DeletedContact, EnrollmentStore } from './ports.ts';

export interface StopEnrollmentsPorts {
  readonly enrollments: Pick<EnrollmentStore, 'openOf' | 'save'>;
  readonly events: EventSink;
  readonly clock: Clock;
}

/**
 * Part of a transaction: stops the open enrollments of deleted contacts. Enrollments from after the deletion belong to
 * a restored contact and stay. A second call changes nothing.
 */
export async function stopEnrollments(
  { enrollments, events, clock }: StopEnrollmentsPorts,
  deletions: readonly DeletedContact[],
): Promise<void> {
  const now = new Date(clock.now());
  for (;;) {
    const open = await enrollments.openOf(deletions);
    if (open.length === 0) return;
    const ended = open.map((enrollment) => stopped(enrollment, 'contact_deleted', now));
    await enrollments.save(ended);
    for (const enrollment of ended) {
      const aggregate = { id: enrollment.id, version: enrollment.version };
      events.emit(enrollmentStopped, { aggregate, data: enrollmentRefSchema.parse(enrollment) });
    }
  }
}
