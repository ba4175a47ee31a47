import { campaignErrors } from '@outreach/contracts-campaigns';
import { ENROLL_CONTACTS_MAX } from '@outreach/contracts-campaigns/enrollment';
import type {
  EnrollInCampaignRequest,
  EnrollInCampaignResponse,
  EnrollInSequenceRequest,
  EnrollmentOutcome,
} from '@outreach/contracts-campaigns/gen/enrollments.ts';
import { ChangedMeanwhile, invalidField, notFound } from '@outreach/errors';
import type { CallContext, NewId } from '@outreach/service-kit';
import { OPEN_CAMPAIGN_STATUSES, type Campaign, type ContactFilter } from '../campaigns/index.ts';
import type { Sequence } from '../sequences/index.ts';
import { refusalOf, type Refusal } from './candidate.ts';
import { newEnrollment, type Enrollment, type EnrollmentSource } from './enrollment.ts';
import type { EnrollmentPorts, ResolvedCandidates } from './ports.ts';
import { writeEnrollments } from './write-enrollments.ts';

type Outcome = EnrollmentOutcome & { readonly status: 'enrolled' | 'already_enrolled' | Refusal };

/** The outcome of a request before it is written. */
export interface EnrollmentPlan {
  readonly campaign: Campaign;
  readonly at: Date;
  readonly enrollments: readonly Enrollment[];
  /** One per contact, in the order of the request. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Decides which contacts a campaign of the sequence enrolls: they have to match its filter. Writes nothing.
 * @throws AppError not_found; invalid_argument on `contact_ids` and `campaign_id`; conflict when the campaign has
 * ended, or no campaign was named and there is not exactly one active campaign; failed_precondition `suppressed` when
 * every contact is suppressed.
 */
export async function planSequenceEnrollments(
  ports: EnrollmentPorts,
  ctx: CallContext,
  { sequence_id, campaign_id, contact_ids }: EnrollInSequenceRequest,
): Promise<EnrollmentPlan> {
  const contactIds = uniqueIds(contact_ids);
  const sequence = await ports.sequences.findById(sequence_id);
  if (sequence === undefined) throw notFound();
  const campaign = await campaignOf(ports.campaigns, sequence, campaign_id);
  return planEnrollments(ports, ctx, {
    campaign,
    sequence,
    contactIds,
    filter: campaign.contact_filter,
    source: 'sequence',
  });
}

/**
 * Decides which contacts a campaign enrolls on request: they do not have to match its filter. Writes nothing.
 * @throws AppError not_found; invalid_argument on `contact_ids`; conflict when the campaign has ended;
 * failed_precondition `suppressed` when every contact is suppressed.
 */
export async function planCampaignEnrollments(
  ports: EnrollmentPorts,
  ctx: CallContext,
  { campaign_id, contact_ids }: EnrollInCampaignRequest,
): Promise<EnrollmentPlan> {
  const contactIds = uniqueIds(contact_ids);
  const campaign = requireOpen(await ports.campaigns.findById(campaign_id));
  const sequence = await ports.sequences.findById(campaign.sequence_id);
  if (sequence === undefined) throw new Error('The sequence of a campaign cannot be deleted.');
  return planEnrollments(ports, ctx, { campaign, sequence, contactIds, filter: EVERYONE, source: 'manual' });
}

/** @throws AppError not_found without a campaign; conflict when it has ended. */
export function requireOpen(campaign: Campaign | undefined): Campaign {
  if (campaign === undefined) throw notFound();
  const { status } = campaign;
  if (!OPEN_CAMPAIGN_STATUSES.has(status)) throw campaignErrors.ended.make({ details: { status } });
  return campaign;
}

/** @throws AppError invalid_argument on `contact_ids` without ids or with more than 1,000. */
export function uniqueIds(listed: readonly string[]): readonly string[] {
  if (listed.length === 0 || listed.length > ENROLL_CONTACTS_MAX)
    throw invalidField('contact_ids', `contact_ids must have 1 to ${ENROLL_CONTACTS_MAX} items.`);
  return [...new Set(listed)];
}

const EVERYONE: ContactFilter = { segment_ids: [], icp_tier: [], grade: [] };

interface EnrollmentInput {
  readonly campaign: Campaign;
  readonly sequence: Sequence;
  readonly contactIds: readonly string[];
  readonly filter: ContactFilter;
  readonly source: EnrollmentSource;
}

async function planEnrollments(
  ports: EnrollmentPorts,
  ctx: CallContext,
  input: EnrollmentInput,
): Promise<EnrollmentPlan> {
  const { campaign, contactIds, filter } = input;
  const resolved = await ports.resolveCandidates(ctx, { contactIds, filter });
  const enrolledIds = await ports.enrollments.idsOf(campaign.id, contactIds);
  const plan = decide(ports.newId, { ...input, resolved, enrolledIds });
  if (plan.outcomes.every(({ status }) => status === 'suppressed')) throw campaignErrors.allSuppressed.make();
  return plan;
}

async function campaignOf(
  campaigns: EnrollmentPorts['campaigns'],
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
  return requireOpen(campaign);
}

interface Decision extends EnrollmentInput {
  readonly resolved: ResolvedCandidates;
  /** Ids of enrollments in the campaign, by contact id. */
  readonly enrolledIds: ReadonlyMap<string, string>;
}

function decide(newId: NewId, decision: Decision): EnrollmentPlan {
  const { sequence, campaign, contactIds, enrolledIds, source } = decision;
  const { at, byId } = decision.resolved;
  const enrollments: Enrollment[] = [];
  const outcomes = contactIds.map((contact_id): Outcome => {
    const candidate = byId.get(contact_id);
    const enrollment_id = enrolledIds.get(contact_id);
    const refusal = refusalOf(campaign, candidate);
    const exists = refusal !== 'not_found' && refusal !== 'suppressed';
    if (exists && enrollment_id !== undefined)
      return { contact_id, status: 'already_enrolled', enrollment_id };
    if (candidate === undefined || refusal !== undefined)
      return { contact_id, status: refusal ?? 'not_found' };
    const enrollment = newEnrollment({ id: newId('enr'), at, candidate, campaign, sequence, source });
    enrollments.push(enrollment);
    return { contact_id, status: 'enrolled', enrollment_id: enrollment.id };
  });
  return { campaign, at, enrollments, outcomes };
}

/** Part of a transaction: stores the planned enrollments. @throws AppError conflict when the campaign has changed. */
export async function commitEnrollments(
  ports: EnrollmentPorts,
  { campaign, at, enrollments, outcomes }: EnrollmentPlan,
): Promise<EnrollInCampaignResponse> {
  const skipped_count = outcomes.length - enrollments.length;
  const reply = { enrolled_count: enrollments.length, skipped_count, results: [...outcomes] };
  if (enrollments.length === 0) return reply;
  // A campaign that ends concurrently ends before these enrollments or together with them.
  if (!(await ports.campaigns.markEnrolled(campaign, at))) throw new ChangedMeanwhile('campaign');
  await writeEnrollments(
    ports,
    enrollments.map((after) => ({ before: undefined, after })),
  );
  if (campaign.status === 'active') await ports.planMarks.request([campaign.id], at);
  return reply;
}
