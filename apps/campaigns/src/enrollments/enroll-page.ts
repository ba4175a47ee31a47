import type { Campaign } from '../campaigns/index.ts';
import type { Sequence } from '../sequences/index.ts';
import { refusalOf, type Candidate } from './candidate.ts';
import type { EnrollmentPorts } from './ports.ts';
import { newEnrollment } from './enrollment.ts';
import { writeEnrollments } from './write-enrollments.ts';

export interface CandidatesToEnroll {
  readonly campaign: Campaign;
  readonly sequence: Sequence;
  readonly candidates: readonly Candidate[];
  /** Earlier than the time at which the contacts service read the candidates. */
  readonly at: Date;
}

/**
 * Part of a transaction: enrolls the candidates that the campaign accepts and that it has not enrolled before. Returns
 * false, and enrolls none, if the status of the campaign has changed.
 */
export async function enrollPage(
  ports: EnrollmentPorts,
  { campaign, sequence, candidates, at }: CandidatesToEnroll,
): Promise<boolean> {
  const accepted = candidates.filter((candidate) => refusalOf(campaign, candidate) === undefined);
  const enrolledIds = await ports.enrollments.idsOf(
    campaign.id,
    accepted.map(({ contactId }) => contactId),
  );
  const added = accepted.filter(({ contactId }) => !enrolledIds.has(contactId));
  if (added.length === 0) return true;
  if (!(await ports.campaigns.markEnrolled(campaign, at))) return false;
  await writeEnrollments(
    ports,
    added.map((candidate) => ({
      before: undefined,
      after: newEnrollment({ id: ports.newId('enr'), at, candidate, campaign, sequence, source: 'filter' }),
    })),
  );
  await ports.planMarks.request([campaign.id], at);
  return true;
}
