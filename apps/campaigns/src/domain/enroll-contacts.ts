import {
  campaignErrors,
  ENROLL_CONTACTS_MAX,
  enrollmentEnrolled,
  enrollmentRefSchema,
} from '@outreach/contracts-campaigns';
import { AppError, invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { OPEN_CAMPAIGN_STATUSES, type Campaign } from './campaign.ts';
import { refusalOf, type Refusal } from './candidate.ts';
import { enrolled, type Enrollment } from './enrollment.ts';
import type { Deps } from './ports.ts';
import type { Sequence } from './sequence.ts';

export interface EnrollmentRequest {
  readonly sequenceId: string;
  /** Undefined: the only active campaign of the sequence. */
  readonly campaignId: string | undefined;
  /** Repeated ones count once. */
  readonly contactIds: readonly string[];
}

export interface EnrollmentOutcome {
  readonly contactId: string;
  readonly status: 'enrolled' | 'already_enrolled' | Refusal;
  /** Null without an enrollment. */
  readonly enrollmentId: string | null;
}

export type EnrollDeps = Pick<
  Deps,
  'sequences' | 'campaigns' | 'candidates' | 'enrollments' | 'events' | 'clock' | 'newId'
>;

/**
 * Enrolls the contacts that meet the filter of a campaign of the sequence; one outcome for each contact, in their order.
 * @throws AppError not_found; invalid_argument on `contact_ids` and `campaign_id`; conflict when the campaign has ended,
 * or none was named and there is not one alone; failed_precondition `suppressed` when every contact is.
 */
export async function enrollInSequence(
  deps: EnrollDeps,
  ctx: CallContext,
  { sequenceId, campaignId, contactIds }: EnrollmentRequest,
): Promise<readonly EnrollmentOutcome[]> {
  if (contactIds.length === 0 || contactIds.length > ENROLL_CONTACTS_MAX)
    throw invalidField('contact_ids', `contact_ids must have 1 to ${ENROLL_CONTACTS_MAX} items.`);
  const sequence = await deps.sequences.findById(sequenceId);
  if (sequence === undefined) throw notFound();
  const campaign = await campaignOf(deps, sequence, campaignId);
  return enroll(deps, ctx, { sequence, campaign, contactIds: [...new Set(contactIds)] });
}

async function campaignOf(
  { campaigns }: Pick<Deps, 'campaigns'>,
  sequence: Sequence,
  campaignId: string | undefined,
): Promise<Campaign> {
  if (campaignId === undefined) {
    const [only, second] = await campaigns.activeOf(sequence.id, 2);
    if (only === undefined || second !== undefined) throw campaignErrors.noSingleActiveCampaign.make();
    return only;
  }
  const campaign = await campaigns.findById(campaignId);
  if (campaign?.sequence_id !== sequence.id)
    throw invalidField('campaign_id', 'campaign_id must be a campaign of the sequence.');
  const { status } = campaign;
  if (!OPEN_CAMPAIGN_STATUSES.has(status)) throw campaignErrors.ended.make({ details: { status } });
  return campaign;
}

interface Enrolling {
  readonly sequence: Sequence;
  readonly campaign: Campaign;
  readonly contactIds: readonly string[];
}

async function enroll(
  deps: EnrollDeps,
  ctx: CallContext,
  { sequence, campaign, contactIds }: Enrolling,
): Promise<readonly EnrollmentOutcome[]> {
  // Earlier than the question for the contacts: whatever is deleted after it is deleted after the enrollment.
  const at = new Date(deps.clock.now());
  const { id: campaignId, contact_filter: filter } = campaign;
  const candidates = await deps.candidates.resolve(ctx, { contactIds, filter });
  const present = await deps.enrollments.idsOf(campaignId, contactIds);
  const made: Enrollment[] = [];
  const outcomes = contactIds.map((contactId): EnrollmentOutcome => {
    const candidate = candidates.get(contactId);
    const enrollmentId = present.get(contactId);
    const refusal = refusalOf(campaign, candidate);
    const isThere = refusal !== 'not_found' && refusal !== 'suppressed';
    if (isThere && enrollmentId !== undefined) return { contactId, status: 'already_enrolled', enrollmentId };
    if (candidate === undefined || refusal !== undefined)
      return { contactId, status: refusal ?? 'not_found', enrollmentId: null };
    const enrollment = enrolled({ id: deps.newId('enr'), at, candidate, campaign, sequence });
    made.push(enrollment);
    return { contactId, status: 'enrolled', enrollmentId: enrollment.id };
  });
  if (outcomes.every(({ status }) => status === 'suppressed')) throw campaignErrors.suppressed.make();
  if (made.length > 0) await keep(deps, { campaign, made, at });
  return outcomes;
}

interface Made {
  readonly campaign: Campaign;
  readonly made: readonly Enrollment[];
  readonly at: Date;
}

async function keep(deps: EnrollDeps, { campaign, made, at }: Made): Promise<void> {
  // A campaign that ends at this moment ends either before these or with them.
  if (!(await deps.campaigns.markEnrolled(campaign, at)))
    throw new AppError('conflict', 'The campaign was changed by another request; try again.');
  await deps.enrollments.insert(made);
  for (const one of made) {
    const aggregate = { id: one.id, version: one.version };
    deps.events.emit(enrollmentEnrolled, { aggregate, data: enrollmentRefSchema.parse(one) });
  }
}
