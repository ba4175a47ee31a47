import type { EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import {
  enrollmentCompleted,
  enrollmentEnrolled,
  enrollmentStopped,
} from '@outreach/contracts-campaigns/internal-events';
import { enrollmentRefSchema } from '@outreach/contracts-campaigns/records';
import { ChangedMeanwhile } from '@outreach/errors';
import type { EventDefinition, EventSink } from '@outreach/event-schema';
import { OPEN_STATUSES, type Enrollment, type EnrollmentChange } from './enrollment.ts';
import type { EnrollmentPorts, EnrollmentStore, PlannedEnrollment } from './ports.ts';

type RefEvent = EventDefinition<string, typeof enrollmentRefSchema>;

/** The event of an enrollment that reaches the status. */
const EVENTS: ReadonlyMap<EnrollmentStatus, RefEvent> = new Map<EnrollmentStatus, RefEvent>([
  ['completed', enrollmentCompleted],
  ['stopped', enrollmentStopped],
]);

/**
 * Part of a transaction: records planned emails of enrollments. Their statuses, counts and events stay the same.
 * @throws AppError conflict if another request has changed one of the enrollments.
 */
export async function writePlanned(
  { enrollments }: { readonly enrollments: Pick<EnrollmentStore, 'savePlanned'> },
  planned: readonly PlannedEnrollment[],
): Promise<void> {
  if (planned.length > 0 && !(await enrollments.savePlanned(planned)))
    throw new ChangedMeanwhile('enrollment');
}

/**
 * Part of a transaction: writes enrollments with their counts and events. This file is the only place that writes them.
 * @throws AppError conflict if another request has changed one of the enrollments.
 */
export async function writeEnrollments(
  ports: EnrollmentPorts,
  changes: readonly EnrollmentChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const added = changes.flatMap(({ before, after }) => (before === undefined ? [after] : []));
  const saved = changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }]));
  requireNextVersions(saved);
  if (added.length > 0) await ports.enrollments.insert(added);
  if (saved.length > 0 && !(await ports.enrollments.save(saved))) throw new ChangedMeanwhile('enrollment');
  await ports.counts.add(changes);
  await ports.stats.countEnrolled(
    added.map(({ campaign_id: campaignId, enrolled_at: at }) => ({ campaignId, at })),
  );
  await ports.completionChecks.request(
    saved.flatMap(({ after: { status, campaign_id: id } }) => (OPEN_STATUSES.includes(status) ? [] : [id])),
  );
  for (const { before, after } of changes) emitChange(ports.events, before, after);
}

/** Workers compare versions in place of reading an enrollment again: a change without a new version would be lost. */
function requireNextVersions(
  saved: readonly { readonly before: Enrollment; readonly after: Enrollment }[],
): void {
  if (saved.some(({ before, after }) => after.version !== before.version + 1))
    throw new Error('A changed enrollment has the next version.');
}

function emitChange(events: EventSink, before: Enrollment | undefined, after: Enrollment): void {
  const event = before === undefined ? enrollmentEnrolled : EVENTS.get(after.status);
  if (event === undefined || before?.status === after.status) return;
  const aggregate = { id: after.id, version: after.version };
  events.emit(event, { aggregate, data: enrollmentRefSchema.parse(after) });
}
