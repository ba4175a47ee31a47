import type { Clock } from '@outreach/service-kit';
import { OPEN_STATUSES, stopped } from './enrollment.ts';
import type { DeletedContact, EnrollmentStore } from './ports.ts';
import { writeEnrollments, type WriteEnrollmentsPorts } from './write-enrollments.ts';

export interface StopEnrollmentsPorts extends WriteEnrollmentsPorts {
  readonly enrollments: WriteEnrollmentsPorts['enrollments'] & Pick<EnrollmentStore, 'openOf'>;
  readonly clock: Clock;
}

/**
 * Part of a transaction: stops the open enrollments of deleted contacts. Enrollments from after the deletion belong to
 * a restored contact and stay. A second call changes nothing.
 */
export async function stopEnrollments(
  ports: StopEnrollmentsPorts,
  deletions: readonly DeletedContact[],
): Promise<void> {
  const now = new Date(ports.clock.now());
  for (;;) {
    const open = await ports.enrollments.openOf(deletions);
    if (open.length === 0) return;
    await writeEnrollments(
      ports,
      open.map((before) => ({ before, after: stopped(before, 'contact_deleted', now) })),
    );
  }
}

export interface StopStalePorts extends WriteEnrollmentsPorts {
  readonly enrollments: WriteEnrollmentsPorts['enrollments'] & Pick<EnrollmentStore, 'findByIds'>;
  readonly clock: Clock;
}

/** Part of a transaction: stops the open enrollments among these, because a send was too late. */
export async function stopStale(ports: StopStalePorts, enrollmentIds: readonly string[]): Promise<void> {
  if (enrollmentIds.length === 0) return;
  const now = new Date(ports.clock.now());
  const found = await ports.enrollments.findByIds([...new Set(enrollmentIds)]);
  const open = found.filter(({ status }) => OPEN_STATUSES.includes(status));
  await writeEnrollments(
    ports,
    open.map((before) => ({ before, after: stopped(before, 'stale_send_dropped', now) })),
  );
}
