import { beforeEach, describe, expect, it } from '@jest/globals';
import { enrollmentRefSchema } from '@outreach/contracts-campaigns/records';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { Candidate } from '../src/enrollments/candidate.ts';
import { campaignOf, listedFor, sequenceOf, startCampaigns } from './campaigns-harness.ts';

const STEPS = 3;

const campaigns = await sharedByTests(startCampaigns);
const { contacts } = campaigns;
let ctx: CallContext;
let sequenceId = '';

beforeEach(async () => {
  ctx = testCall(newId('ws'), { scopes: new Set(['campaigns:write', 'contacts:read']) });
  contacts.onRequest = async () => undefined;
  const sequence = sequenceOf(ctx.workspaceId, STEPS);
  sequenceId = sequence.id;
  await campaigns.write('sequences', sequence);
});

async function newCampaign(changes: Partial<Campaign> = {}): Promise<Campaign> {
  const contact_filter = { segment_ids: ['seg_1'], icp_tier: ['A', 'B'], grade: [] };
  const campaign = campaignOf({ workspaceId: ctx.workspaceId, sequenceId }, { contact_filter, ...changes });
  await campaigns.write('campaigns', campaign);
  return campaign;
}

function newContact(changes: Partial<Candidate> = {}): string {
  const contactId = newId('ct');
  contacts.candidates.set(contactId, {
    contactId,
    email: `${contactId.toLowerCase()}@example.com`,
    timeZone: null,
    mailProvider: null,
    verificationStatus: 'unverified',
    isSuppressed: false,
    meetsFilter: true,
    ...changes,
  });
  return contactId;
}

const enroll = async (contact_ids: readonly string[], campaign_id?: string) =>
  campaigns.client.enrollInSequence(ctx, {
    sequence_id: sequenceId,
    contact_ids: [...contact_ids],
    ...(campaign_id !== undefined && { campaign_id }),
  });

async function enrollmentsOf(contactId: string) {
  const { enrollments } = await campaigns.client.listContactEnrollments(ctx, listedFor(contactId));
  return enrollments;
}

const publishedOf = (contactId: string) =>
  campaigns.published
    .filter(({ data }) => enrollmentRefSchema.parse(data).contact_id === contactId)
    .map(({ type }) => type);

describe('EnrollInSequence', () => {
  it('enrolls in the only active campaign, sends its filter and publishes one event', async () => {
    const campaign = await newCampaign();
    await newCampaign({ status: 'draft' });
    const contactId = newContact();
    const reply = await enroll([contactId, contactId]);
    const [enrollment, second] = await enrollmentsOf(contactId);
    expect(reply).toMatchObject({ enrolled_count: 1, skipped_count: 0 });
    expect(reply.results).toEqual([
      { contact_id: contactId, status: 'enrolled', enrollment_id: enrollment?.id },
    ]);
    expect(second).toBeUndefined();
    expect(enrollment).toMatchObject({
      campaign_id: campaign.id,
      sequence_id: sequenceId,
      contact_email: `${contactId.toLowerCase()}@example.com`,
      status: 'active',
      source: 'sequence',
      current_step: 0,
      steps_total: STEPS,
      next_step: 1,
    });
    expect(contacts.lastRequest).toEqual({
      workspaceId: ctx.workspaceId,
      filter: { segment_ids: ['seg_1'], icp_tiers: ['A', 'B'], grades: [] },
    });
    await eventually(async () => expect(publishedOf(contactId)).toEqual(['enrollment.enrolled']));
    expect((await enroll([contactId])).results).toEqual([
      { contact_id: contactId, status: 'already_enrolled', enrollment_id: enrollment?.id },
    ]);
    expect(campaigns.violations).toEqual([]);
  });

  it('returns one outcome per contact, in their order', async () => {
    await newCampaign();
    const ids = [
      newContact({ isSuppressed: true }),
      newId('ct'),
      newContact({ meetsFilter: false }),
      newContact({ verificationStatus: 'risky' }),
      newContact(),
    ];
    const { enrolled_count, skipped_count, results } = await enroll(ids);
    expect([enrolled_count, skipped_count]).toEqual([1, 4]);
    expect(results.map(({ contact_id }) => contact_id)).toEqual(ids);
    const statuses = ['suppressed', 'not_found', 'filter_mismatch', 'unsendable', 'enrolled'];
    expect(results.map(({ status }) => status)).toEqual(statuses);
  });

  it.each(['draft', 'paused'] as const)('enrolls contacts of a %s campaign as pending', async (status) => {
    const { id } = await newCampaign({ status });
    const contactId = newContact();
    await enroll([contactId], id);
    expect(await enrollmentsOf(contactId)).toMatchObject([{ campaign_id: id, status: 'pending' }]);
  });

  it('returns a conflict without exactly one active campaign', async () => {
    const refusal = { kind: 'conflict', details: { reason: 'no_single_active_campaign' } };
    await expect(enroll([newContact()])).rejects.toMatchObject(refusal);
    const { id } = await newCampaign();
    await newCampaign();
    await expect(enroll([newContact()])).rejects.toMatchObject(refusal);
    expect((await enroll([newContact()], id)).enrolled_count).toBe(1);
  });

  it('returns internal for an unknown verification status', async () => {
    await newCampaign();
    const contactId = newContact({ verificationStatus: JSON.parse('"unheard_of"') });
    await expect(enroll([contactId])).rejects.toMatchObject({ kind: 'internal' });
    expect(await enrollmentsOf(contactId)).toEqual([]);
  });

  it('returns failed_precondition when every contact is suppressed', async () => {
    await newCampaign();
    const refused = enroll([newContact({ isSuppressed: true }), newContact({ isSuppressed: true })]);
    await expect(refused).rejects.toMatchObject({ kind: 'failed_precondition', code: 'suppressed' });
  });

  it.each(['completed', 'archived'] as const)(
    'returns a conflict for a campaign that is %s',
    async (status) => {
      const { id } = await newCampaign({ status });
      const refusal = { kind: 'conflict', code: 'invalid_transition', details: { status } };
      await expect(enroll([newContact()], id)).rejects.toMatchObject(refusal);
    },
  );

  it('returns an error on the wrong field, for an unknown sequence and for a missing scope', async () => {
    const { id: elsewhere } = await newCampaign({ sequence_id: newId('seq') });
    const ofOthers = await newCampaign({ workspace_id: newId('ws') });
    for (const ids of [[], Array.from({ length: 1_001 }, () => 'ct_1')])
      await expect(enroll(ids)).rejects.toMatchObject({ field: 'contact_ids' });
    for (const id of [elsewhere, ofOthers.id, newId('cmp')])
      await expect(enroll([newContact()], id)).rejects.toMatchObject({ field: 'campaign_id' });
    sequenceId = newId('seq');
    await expect(enroll([newContact()])).rejects.toMatchObject({ kind: 'not_found' });
    const reader = { ...ctx, scopes: new Set(['campaigns:read', 'contacts:write']) };
    const foreign = { sequence_id: sequenceId, contact_ids: [newContact()] };
    await expect(campaigns.client.enrollInSequence(reader, foreign)).rejects.toMatchObject({
      kind: 'permission_denied',
    });
  });
});

describe('concurrent calls of EnrollInSequence', () => {
  it('enroll each contact once, and one call reports it as enrolled', async () => {
    await newCampaign();
    const ids = Array.from({ length: 20 }, () => newContact());
    const replies = await Promise.all(Array.from({ length: 5 }, async () => enroll(ids)));
    expect(replies.reduce((sum, { enrolled_count }) => sum + enrolled_count, 0)).toBe(ids.length);
    for (const id of ids) expect(await enrollmentsOf(id)).toHaveLength(1);
    await eventually(async () => {
      for (const id of ids) expect(publishedOf(id)).toEqual(['enrollment.enrolled']);
    });
  });

  it('enroll no contact in a campaign that ends', async () => {
    const { id } = await newCampaign();
    const contactId = newContact();
    contacts.onRequest = async () => {
      const filter: object = { _id: id };
      await campaigns.database.collection('campaigns').updateOne(filter, { $set: { status: 'archived' } });
    };
    await expect(enroll([contactId], id)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await enrollmentsOf(contactId)).toEqual([]);
  });
});
