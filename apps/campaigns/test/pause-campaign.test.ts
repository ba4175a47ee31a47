import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import { filterOf, newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { enrollmentOf, startCampaigns } from './campaigns-harness.ts';

const HOUR_MS = 3_600_000;

const campaigns = await sharedByTests(startCampaigns);
const { client, contacts, database } = campaigns;
let own: CampaignWorkspace;

beforeEach(async () => {
  contacts.onRequest = async () => undefined;
  own = await newCampaignWorkspace(campaigns);
});

const byId = (id: string): object => ({ _id: id });
const setFields = async (collection: string, id: string, fields: object) =>
  database.collection(collection).updateOne(byId(id), { $set: fields });

/** A launched campaign whose enrollments do not end. */
async function launched(): Promise<string> {
  const { id } = await own.create();
  await client.launchCampaign(own.ctx, { id });
  await eventually(async () => expect(await own.get(id)).toMatchObject({ enrollment_counts: { active: 1 } }));
  return id;
}

/** Writes an enrollment of the campaign with a queued send. */
async function withSend(campaignId: string, lateMs: number, changes: Partial<Enrollment> = {}) {
  const contact = { workspaceId: own.ctx.workspaceId, contactId: newId('ct') };
  const enrollment = enrollmentOf(contact, { campaign_id: campaignId, ...changes });
  await campaigns.enroll(enrollment);
  const { id, workspace_id } = enrollment;
  const sendId = newId('snd');
  await campaigns.write('sends', {
    id: sendId,
    workspace_id,
    campaign_id: campaignId,
    enrollment_id: id,
    step_number: 1,
    status: 'queued',
    scheduled_at: new Date(Date.now() - lateMs),
  } as { id: string; workspace_id: string });
  return { enrollmentId: id, sendId };
}

/** Adds a contact that matches every filter. Returns its id. */
function addMatch(): string {
  const contactId = newId('ct');
  const candidate = contacts.candidates.get(own.contactId);
  if (candidate !== undefined) contacts.candidates.set(contactId, { ...candidate, contactId });
  contacts.workspaceOf.set(contactId, own.ctx.workspaceId);
  return contactId;
}

/** The check whether a campaign is complete follows a request after a second; this makes it due. */
const checkNow = async (id: string) =>
  database
    .collection('completion_checks')
    .updateOne({ ...byId(id), lease_token: null }, { $set: { due_at: new Date() } });

const readOf = async (collection: string, id: string) => database.collection(collection).findOne(byId(id));

describe('PauseCampaign', () => {
  it('stores who paused and why, and emits campaign.paused', async () => {
    const id = await launched();
    const { campaign } = await client.pauseCampaign(own.ctx, { id, reason: 'New copy' });
    expect(campaign).toMatchObject({
      status: 'paused',
      pause_reason: 'New copy',
      paused_by: 'user',
      paused_at: expect.any(Date),
    });
    await eventually(() => expect(own.eventsOf(id)).toContain('campaign.paused'));
  });

  it('refuses a reason that is too long', async () => {
    const id = await launched();
    const paused = client.pauseCampaign(own.ctx, { id, reason: 'x'.repeat(501) });
    await expect(paused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'reason' });
  });
});

describe('ResumeCampaign', () => {
  it('wakes the workers of other processes for sends that become due', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    const woken: string[] = [];
    campaigns.listenToWakeUps((collection) => woken.push(collection));
    await client.resumeCampaign(own.ctx, { id });
    expect(woken).toContain('sends');
  });

  it('drops sends that are more than a day late, stops their enrollments, and keeps the others', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    // A planner that began before the pause may queue a send of the contact until its enrollment ends.
    await database
      .collection('enrollments')
      .updateMany({ campaign_id: id }, { $set: { status: 'completed' } });
    await database.collection('sends').deleteMany({ campaign_id: id });
    const [recent, stale] = [await withSend(id, 23 * HOUR_MS), await withSend(id, 25 * HOUR_MS)];
    const reply = await client.resumeCampaign(own.ctx, { id });
    expect(reply).toMatchObject({
      requeued_sends: 1,
      dropped_sends: 1,
      campaign: { status: 'active', pause_reason: undefined, paused_by: undefined, paused_at: undefined },
    });
    // The worker may have claimed it already.
    expect(await readOf('sends', recent.sendId)).not.toMatchObject({ status: 'dropped' });
    expect(await readOf('sends', stale.sendId)).toMatchObject({ status: 'dropped' });
    expect(await readOf('enrollments', recent.enrollmentId)).toMatchObject({ status: 'active' });
    expect(await readOf('enrollments', stale.enrollmentId)).toMatchObject({
      status: 'stopped',
      stop_reason: 'stale_send_dropped',
    });
    await eventually(() => expect(own.eventsOf(id).at(-1)).toBe('campaign.resumed'));
  });

  it('activates the contacts that were enrolled during the pause', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    const contactId = addMatch();
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [contactId] });
    await client.resumeCampaign(own.ctx, { id });
    await eventually(async () =>
      expect(await own.get(id)).toMatchObject({ enrollment_counts: { pending: 0, active: 2 } }),
    );
  });

  it('does not enroll matches that appeared after the snapshot', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    addMatch();
    await client.resumeCampaign(own.ctx, { id });
    const tasks = database.collection('enrollment_tasks');
    await eventually(async () => expect(await tasks.countDocuments({ campaign_id: id })).toBe(0));
    expect(await own.get(id)).toMatchObject({ enrollment_counts: { active: 1 } });
  });

  it('is refused when the gate blocks', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    await setFields('sequences', own.sequenceId, { steps: [] });
    await expect(client.resumeCampaign(own.ctx, { id })).rejects.toMatchObject({
      code: 'gate_blocked',
      details: { blocking_reasons: [{ reason: 'sequence_has_no_steps' }] },
    });
    expect(await own.get(id)).toMatchObject({ status: 'paused' });
  });

  it('is refused while an account is in error', async () => {
    const id = await launched();
    await client.pauseCampaign(own.ctx, { id });
    await setFields('sending_accounts', own.accountId, { status: 'error' });
    await expect(client.resumeCampaign(own.ctx, { id })).rejects.toMatchObject({
      code: 'inactive_inbox',
      field: 'sending_account_ids[0]',
      details: { account_status: 'error' },
    });
    expect(await own.get(id)).toMatchObject({ status: 'paused' });
  });
});

describe('ArchiveCampaign', () => {
  it('cancels queued sends, stops enrollments, releases the segments, and emits one event', async () => {
    const segment = own.newSegment();
    const { id } = await own.create({
      contact_filter: filterOf(segment),
    });
    await client.launchCampaign(own.ctx, { id });
    const { sendId, enrollmentId } = await withSend(id, 0);
    const { campaign } = await client.archiveCampaign(own.ctx, { id });
    expect(campaign).toMatchObject({ status: 'archived', archived_at: expect.any(Date) });
    const again = await client.archiveCampaign(own.ctx, { id });
    expect(again.campaign).toMatchObject({
      archived_at: campaign?.archived_at,
      updated_at: campaign?.updated_at,
    });
    expect(await readOf('sends', sendId)).toMatchObject({ status: 'canceled' });
    await eventually(async () => {
      const enrollment = await readOf('enrollments', enrollmentId);
      expect(enrollment).toMatchObject({ status: 'stopped', stop_reason: 'campaign_archived' });
    });
    await eventually(() => expect(contacts.registered.get(id)).toEqual([]));
    await eventually(() => expect(own.eventsOf(id)).toContain('campaign.archived'));
    expect(own.eventsOf(id).filter((type) => type === 'campaign.archived')).toHaveLength(1);
  });
});

describe('a campaign without work left', () => {
  it('completes, emits campaign.completed, and releases its segments', async () => {
    const id = await launched();
    await client.removeContacts(own.ctx, {
      campaign_id: id,
      contact_ids: [own.contactId],
      stop_pending_sends: true,
    });
    await eventually(async () => {
      await checkNow(id);
      expect(await own.get(id)).toMatchObject({ status: 'completed', completed_at: expect.any(Date) });
    });
    await eventually(() => expect(own.eventsOf(id).at(-1)).toBe('campaign.completed'));
    await eventually(() => expect(contacts.registered.get(id)).toEqual([]));
    expect(own.events(id).at(-1)?.data).toMatchObject({
      status: 'completed',
      enrollment_counts: { stopped: 1, active: 0 },
    });
  });

  it('completes if no contact could be enrolled', async () => {
    const { id } = await own.create();
    const candidate = contacts.candidates.get(own.contactId);
    if (candidate !== undefined)
      contacts.candidates.set(own.contactId, { ...candidate, verificationStatus: 'invalid' });
    await client.launchCampaign(own.ctx, { id });
    await eventually(async () => {
      await checkNow(id);
      expect(await own.get(id)).toMatchObject({ status: 'completed' });
    });
  });

  it('stays active while a send is queued or contacts can still join', async () => {
    const { id: joining } = await own.create({ auto_enroll: true });
    await client.launchCampaign(own.ctx, { id: joining });
    const queued = await launched();
    await withSend(queued, 0, { status: 'stopped', stop_reason: 'replied' });
    for (const id of [joining, queued]) {
      await eventually(async () =>
        expect(await own.get(id)).toMatchObject({ enrollment_counts: { active: 1 } }),
      );
      await client.removeContacts(own.ctx, {
        campaign_id: id,
        contact_ids: [own.contactId],
        stop_pending_sends: true,
      });
    }
    const checks = database.collection<{ _id: string; attempts: number }>('completion_checks');
    await eventually(async () => {
      await checkNow(joining);
      expect(await checks.countDocuments({ _id: joining })).toBe(0);
    });
    await eventually(async () => {
      await checkNow(queued);
      const check = await checks.findOne({ _id: queued });
      expect(check?.attempts).toBeGreaterThan(0);
    });
    expect(await own.get(joining)).toMatchObject({ status: 'active' });
    expect(await own.get(queued)).toMatchObject({ status: 'active' });
  });
});
