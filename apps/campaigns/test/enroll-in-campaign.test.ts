import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { Candidate } from '../src/enrollments/candidate.ts';
import { campaignOf, enrollmentOf, listedFor, sequenceOf, startCampaigns } from './campaigns-harness.ts';

const SCOPES = new Set(['campaigns:read', 'campaigns:write', 'contacts:read']);
const app = await sharedByTests(startCampaigns);
let ctx: CallContext;
let sequenceId = '';

beforeEach(async () => {
  ctx = testCall(newId('ws'), { scopes: SCOPES });
  const sequence = sequenceOf(ctx.workspaceId, 2);
  sequenceId = sequence.id;
  await app.write('sequences', sequence);
});

async function newCampaign(changes: Partial<Campaign> = {}): Promise<Campaign> {
  const campaign = campaignOf({ workspaceId: ctx.workspaceId, sequenceId }, changes);
  await app.write('campaigns', campaign);
  return campaign;
}

function newContact(changes: Partial<Candidate> = {}): string {
  const contactId = newId('ct');
  const email = `${contactId.toLowerCase()}@example.com`;
  const facts = {
    timeZone: null,
    mailProvider: null,
    verificationStatus: 'valid',
    isSuppressed: false,
    meetsFilter: true,
  } as const;
  app.contacts.candidates.set(contactId, { contactId, email, ...facts, ...changes });
  return contactId;
}

const enroll = async (campaign_id: string, contact_ids: string[]) =>
  app.client.enrollInCampaign(ctx, { campaign_id, contact_ids });

const enrollmentsOf = async (contactId: string) =>
  (await app.client.listContactEnrollments(ctx, listedFor(contactId))).enrollments;

const eventsOf = (enrollmentId: string): string[] =>
  app.published
    .filter(({ data }) => Reflect.get(Object(data), 'id') === enrollmentId)
    .map(({ type }) => type);

describe('EnrollInCampaign', () => {
  it('enrolls contacts that do not match the filter, and skips suppressed and unsendable ones', async () => {
    const { id } = await newCampaign();
    const contacts = [
      newContact({ meetsFilter: false }),
      newContact({ isSuppressed: true }),
      newContact({ verificationStatus: 'invalid' }),
      newId('ct'),
    ];
    const { results } = await enroll(id, contacts);
    expect(results.map(({ status }) => status)).toEqual([
      'enrolled',
      'suppressed',
      'unsendable',
      'not_found',
    ]);
    expect(app.contacts.lastRequest?.filter).toEqual({ segment_ids: [], icp_tiers: [], grades: [] });
    expect(await enrollmentsOf(contacts[0] ?? '')).toMatchObject([{ source: 'manual', status: 'active' }]);
  });

  it('returns not_found for an unknown campaign and one of another workspace, and a conflict for an ended one', async () => {
    const foreign = await newCampaign({ workspace_id: newId('ws') });
    for (const id of [newId('cmp'), foreign.id])
      await expect(enroll(id, [newContact()])).rejects.toMatchObject({ kind: 'not_found' });
    const { id } = await newCampaign({ status: 'completed' });
    await expect(enroll(id, [newContact()])).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { status: 'completed' },
    });
  });
});

describe('ListCampaignEnrollments', () => {
  it('returns pages of the enrollments of one campaign, by status', async () => {
    const { id } = await newCampaign();
    const { id: other } = await newCampaign();
    const contacts = Array.from({ length: 5 }, () => newContact());
    await enroll(id, contacts);
    await enroll(other, contacts.slice(0, 2));
    const list = async (statuses: string[], cursor = '') =>
      app.client.listCampaignEnrollments(ctx, { campaign_id: id, statuses, page: { page_size: 3, cursor } });
    const first = await list(['active']);
    const second = await list(['active'], first.meta?.next_cursor);
    const listed = [...first.enrollments, ...second.enrollments].map(({ contact_id }) => contact_id);
    expect(listed.toSorted()).toEqual(contacts.toSorted());
    expect((await list(['stopped'])).enrollments).toEqual([]);
    await expect(list([], first.meta?.next_cursor)).rejects.toMatchObject({ field: 'cursor' });
    const unknown = { campaign_id: newId('cmp'), statuses: [], page: undefined };
    await expect(app.client.listCampaignEnrollments(ctx, unknown)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('RemoveContacts', () => {
  const remove = async (campaign_id: string, contact_ids: string[], stop_pending_sends = false) =>
    app.client.removeContacts(ctx, { campaign_id, contact_ids, stop_pending_sends });

  it('stops open enrollments with one event each, and reports the other contacts as not enrolled', async () => {
    const { id } = await newCampaign();
    const [enrolled, never] = [newContact(), newContact()];
    await enroll(id, [enrolled]);
    const reply = await remove(id, [never, enrolled]);
    expect(reply).toMatchObject({ removed_count: 1, canceled_sends: 0 });
    expect(reply.results).toEqual([
      { contact_id: never, status: 'not_enrolled' },
      { contact_id: enrolled, status: 'removed' },
    ]);
    const [enrollment] = await enrollmentsOf(enrolled);
    expect(enrollment).toMatchObject({ status: 'stopped', stop_reason: 'removed' });
    expect((await remove(id, [enrolled])).removed_count).toBe(0);
    await eventually(async () =>
      expect(eventsOf(enrollment?.id ?? '')).toEqual(['enrollment.enrolled', 'enrollment.stopped']),
    );
  });

  it('cancels queued sends only if the request asks for it', async () => {
    const { id } = await newCampaign();
    const [kept, canceled] = [newContact(), newContact()];
    const { results } = await enroll(id, [kept, canceled]);
    const sends = results.map(({ enrollment_id = '' }) => ({
      id: newId('snd'),
      workspace_id: ctx.workspaceId,
      campaign_id: id,
      enrollment_id,
      step_number: 1,
      status: 'queued',
      scheduled_at: new Date(),
    }));
    await app.write('sends', ...sends);
    expect((await remove(id, [kept])).canceled_sends).toBe(0);
    expect((await remove(id, [canceled], true)).canceled_sends).toBe(1);
    const stored = await app.database.collection('sends').find({ campaign_id: id }).toArray();
    const statuses = new Map(stored.map((send) => [send['enrollment_id'], send['status']]));
    expect(results.map(({ enrollment_id }) => statuses.get(enrollment_id))).toEqual(['queued', 'canceled']);
    const enrollments = await app.database.collection('enrollments').find({ campaign_id: id }).toArray();
    const keeps = new Map(enrollments.map((one) => [one['contact_id'], one['keeps_queued']]));
    expect([keeps.get(kept), keeps.get(canceled)]).toEqual([true, false]);
  });

  it('cancels the queued sends that an earlier request has kept', async () => {
    const { id } = await newCampaign();
    const contactId = newContact();
    const { results } = await enroll(id, [contactId]);
    const [{ enrollment_id = '' } = {}] = results;
    const send = { id: newId('snd'), workspace_id: ctx.workspaceId, campaign_id: id, enrollment_id };
    const queued = { step_number: 1, status: 'queued', scheduled_at: new Date() };
    await app.write('sends', ...[{ ...send, ...queued }]);
    expect((await remove(id, [contactId])).canceled_sends).toBe(0);
    expect(await remove(id, [contactId], true)).toMatchObject({
      removed_count: 0,
      canceled_sends: 1,
      results: [{ contact_id: contactId, status: 'not_enrolled' }],
    });
    expect((await remove(id, [contactId], true)).canceled_sends).toBe(0);
  });

  it('refuses an ended campaign', async () => {
    const { id } = await newCampaign({ status: 'archived' });
    await expect(remove(id, [newContact()])).rejects.toMatchObject({ code: 'invalid_transition' });
  });
});

describe('PauseEnrollment and ResumeEnrollment', () => {
  const pause = async (id: string) => (await app.client.pauseEnrollment(ctx, { id })).enrollment?.status;
  const resume = async (id: string) => (await app.client.resumeEnrollment(ctx, { id })).enrollment?.status;

  async function newEnrollment(campaign: Partial<Campaign> = {}, changes = {}): Promise<string> {
    const { id } = await newCampaign(campaign);
    const whose = { workspaceId: ctx.workspaceId, contactId: newId('ct') };
    const enrollment = enrollmentOf(whose, { campaign_id: id, ...changes });
    await app.enroll(enrollment);
    return enrollment.id;
  }

  it('pause and resume an enrollment of an active campaign', async () => {
    const id = await newEnrollment();
    expect(await pause(id)).toBe('paused');
    await expect(pause(id)).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { status: 'paused' },
    });
    expect(await resume(id)).toBe('active');
    await expect(resume(id)).rejects.toMatchObject({ details: { status: 'active' } });
  });

  it('return a resumed enrollment to pending while its campaign is not active', async () => {
    const id = await newEnrollment({ status: 'paused' }, { status: 'pending' });
    expect(await pause(id)).toBe('paused');
    expect(await resume(id)).toBe('pending');
  });

  it('refuse ended enrollments, ended campaigns and unknown enrollments', async () => {
    const stopped = await newEnrollment({}, { status: 'stopped', stop_reason: 'replied' });
    await expect(pause(stopped)).rejects.toMatchObject({ details: { status: 'stopped' } });
    const archived = await newEnrollment({ status: 'archived' });
    await expect(pause(archived)).rejects.toMatchObject({ details: { status: 'archived' } });
    await expect(resume(newId('enr'))).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('change an enrollment once when requests run concurrently', async () => {
    const id = await newEnrollment();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, async () => pause(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(app.violations).toEqual([]);
  });
});
