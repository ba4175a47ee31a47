import { campaignErrors, enrollmentStates } from '@outreach/contracts-campaigns';
import { notFound } from '@outreach/errors';
import { requireOpen } from './enroll-contacts.ts';
import type { EnrollmentPorts } from './ports.ts';
import { changed, type Enrollment } from './enrollment.ts';
import { writeEnrollments } from './write-enrollments.ts';

/**
 * No further step of a paused enrollment is sent until it is resumed. A resumed one is active, or pending while its
 * campaign is not active. @throws AppError not_found; conflict in any other status.
 */
export async function changeStatus(
  ports: EnrollmentPorts,
  id: string,
  request: 'pause' | 'resume',
): Promise<Enrollment> {
  const before = await ports.enrollments.findById(id);
  if (before === undefined) throw notFound();
  const campaign = requireOpen(await ports.campaigns.findById(before.campaign_id));
  const operation = request === 'resume' && campaign.status !== 'active' ? 'wait' : request;
  const status = enrollmentStates.next(before.status, operation);
  if (status === undefined)
    throw campaignErrors.enrollmentTransition.make({ details: { status: before.status } });
  const at = new Date(ports.clock.now());
  const after = changed(before, status, at);
  await writeEnrollments(ports, [{ before, after }]);
  if (status === 'active') await ports.planMarks.request([campaign.id], at);
  return after;
}
