import { OPEN_STATUSES, stopped, type Enrollment } from './enrollment.ts';
import type { ContactStop, EnrollmentPorts } from './ports.ts';
import { writeEnrollments } from './write-enrollments.ts';

/**
 * Part of a transaction: stops the open enrollments of deleted and suppressed contacts. Enrollments from after the event
 * continue: they belong to a restored contact, or to a contact that is no longer suppressed. A second call changes
 * nothing.
 */
export async function stopEnrollments(ports: EnrollmentPorts, stops: readonly ContactStop[]): Promise<void> {
  const earliestFirst = stops.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const now = new Date(ports.clock.now());
  for (;;) {
    const { enrollments, hasMore } = await ports.enrollments.stoppedBy(stops);
    await writeEnrollments(
      ports,
      enrollments.map((before) => ({ before, after: stoppedByFirst(before, earliestFirst, now) })),
    );
    if (!hasMore) return;
  }
}

function stoppedByFirst(
  enrollment: Enrollment,
  earliestFirst: readonly ContactStop[],
  now: Date,
): Enrollment {
  const cause = earliestFirst.find(
    ({ contactId, at }) => contactId === enrollment.contact_id && enrollment.enrolled_at < at,
  );
  if (cause === undefined) throw new Error('The store returns only enrollments that an event stops.');
  return { ...stopped(enrollment, cause.reason, now), stopped_by_event_at: cause.at };
}

/** Part of a transaction: stops the open enrollments among these, because a send was too late. */
export async function stopStale(ports: EnrollmentPorts, enrollmentIds: readonly string[]): Promise<void> {
  if (enrollmentIds.length === 0) return;
  const now = new Date(ports.clock.now());
  const found = await ports.enrollments.findByIds([...new Set(enrollmentIds)]);
  const open = found.filter(({ status }) => OPEN_STATUSES.includes(status));
  await writeEnrollments(
    ports,
    open.map((before) => ({ before, after: stopped(before, 'stale_send_dropped', now) })),
  );
}
