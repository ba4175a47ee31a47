import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { Candidate } from '../src/enrollments/candidate.ts';
import { queuedSend } from '../src/sends/index.ts';
import { campaignOf, enrollmentOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';

/** Longer than the poll of a work queue. */
const WAIT = { timeoutMs: 20_000 };
const app = await sharedByTests(startCampaigns);
let ctx: CallContext;
let sequenceId = '';

beforeEach(async () => {
  ctx = testCall(newId('ws'), { scopes: new Set(['campaigns:read', 'campaigns:write']) });
  const sequence = sequenceOf(ctx.workspaceId, 2);
  sequenceId = sequence.id;
  await app.write('sequences', sequence);
  app.contacts.onPage = async () => undefined;
});

async function newCampaign(changes: Partial<Campaign> = {}): Promise<Campaign> {
  const campaign = campaignOf({ workspaceId: ctx.workspaceId, sequenceId }, changes);
  await app.write('campaigns', campaign);
  return campaign;
}

function newContacts(count: number, changes: Partial<Candidate> = {}): readonly string[] {
  return Array.from({ length: count }, () => {
    const contactId = newId('ct');
    const facts = {
      timeZone: null,
      mailProvider: null,
      verificationStatus: 'valid',
      isSuppressed: false,
      meetsFilter: true,
    } as const;
    app.contacts.candidates.set(contactId, {
      contactId,
      email: `${contactId}@example.com`,
      ...facts,
      ...changes,
    });
    app.contacts.workspaceOf.set(contactId, ctx.workspaceId);
    return contactId;
  });
}

/** Starts a task as the launch, the resume or the archiving of a campaign does. */
async function start(campaign: Campaign, task: string, fields: object = {}): Promise<void> {
  const due = { due_at: new Date(), lease_token: null, attempts: 0 };
  const row = { campaign_id: campaign.id, task, ...due, ...fields };
  await app.write('enrollment_tasks', {
    id: `${campaign.id}:${task}`,
    workspace_id: ctx.workspaceId,
    ...row,
  });
}

const taskOf = async (campaign: Campaign, task: string) => {
  const filter: object = { _id: `${campaign.id}:${task}` };
  return app.database.collection('enrollment_tasks').findOne(filter);
};

async function ended(campaign: Campaign, task: string): Promise<void> {
  await eventually(async () => expect(await taskOf(campaign, task)).toBeNull(), WAIT);
}

const storedOf = async (campaign: Campaign) =>
  app.database.collection('enrollments').find({ campaign_id: campaign.id }).toArray();

async function countsOf(campaign: Campaign): Promise<Record<string, number>> {
  const rows = await app.database
    .collection('enrollment_counts')
    .find({ campaign_id: campaign.id })
    .toArray();
  const counts: Record<string, number> = {};
  for (const row of rows) counts[row['status']] = (counts[row['status']] ?? 0) + Number(row['difference']);
  return counts;
}

const eventsOf = (campaign: Campaign, type: string): number =>
  app.published.filter(
    (event) => event.type === type && Reflect.get(Object(event.data), 'campaign_id') === campaign.id,
  ).length;

describe('the snapshot of an active campaign', () => {
  it('enrolls every accepted contact once, with one event and the counts', async () => {
    const campaign = await newCampaign();
    const matching = newContacts(25);
    newContacts(3, { isSuppressed: true });
    newContacts(3, { verificationStatus: 'risky' });
    newContacts(3, { meetsFilter: false });
    const [manual = ''] = matching;
    await app.client.enrollInCampaign(ctx, { campaign_id: campaign.id, contact_ids: [manual] });
    await start(campaign, 'snapshot');
    await ended(campaign, 'snapshot');
    const stored = await storedOf(campaign);
    expect(stored.map(({ contact_id }) => contact_id).toSorted()).toEqual(matching.toSorted());
    expect(stored.filter(({ source }) => source === 'filter')).toHaveLength(24);
    expect(await countsOf(campaign)).toEqual({ active: 25 });
    await eventually(async () => expect(eventsOf(campaign, 'enrollment.enrolled')).toBe(25), WAIT);
    expect(app.violations).toEqual([]);
  });

  it('is repeated for a campaign with auto_enroll, and enrolls contacts that match later', async () => {
    const campaign = await newCampaign({ auto_enroll: true });
    newContacts(15);
    await start(campaign, 'snapshot');
    const isWaiting = { due_at: expect.any(Date), lease_token: null, after: '' };
    await eventually(async () => expect(await taskOf(campaign, 'snapshot')).toMatchObject(isWaiting), WAIT);
    expect(await storedOf(campaign)).toHaveLength(15);
    newContacts(5);
    const filter: object = { _id: `${campaign.id}:snapshot` };
    await app.database.collection('enrollment_tasks').updateOne(filter, { $set: { due_at: new Date() } });
    await eventually(async () => expect(await storedOf(campaign)).toHaveLength(20), WAIT);
  });

  it('starts when auto_enroll is turned on later, reads all contacts again for another filter, and ends when it is turned off', async () => {
    const campaign = await newCampaign();
    const update = async (changes: object) => {
      const input = { sending_account_ids: [], send_days: [], contact_filter: undefined, ...changes };
      await app.client.updateCampaign(ctx, { id: campaign.id, input, mask: Object.keys(changes) });
    };
    const waits = async () => {
      const isWaiting = { due_at: expect.any(Date), lease_token: null, after: '', is_repetition: true };
      await eventually(async () => expect(await taskOf(campaign, 'snapshot')).toMatchObject(isWaiting), WAIT);
    };
    await start(campaign, 'snapshot');
    await ended(campaign, 'snapshot');
    newContacts(5);
    await update({ auto_enroll: true });
    await waits();
    expect(await storedOf(campaign)).toHaveLength(5);
    newContacts(5);
    await update({ contact_filter: { segment_ids: [], icp_tier: [], grade: ['A'] } });
    await eventually(async () => expect(await storedOf(campaign)).toHaveLength(10), WAIT);
    await waits();
    newContacts(5);
    await update({ auto_enroll: false });
    await ended(campaign, 'snapshot');
    expect(await storedOf(campaign)).toHaveLength(10);
  });

  it('keeps its position while the campaign is paused, and ends when it is archived', async () => {
    const campaign = await newCampaign();
    newContacts(25);
    const setStatus = async (status: string) => {
      const filter: object = { _id: campaign.id };
      await app.database.collection('campaigns').updateOne(filter, { $set: { status } });
    };
    let pages = 0;
    app.contacts.onPage = async () => {
      pages += 1;
      if (pages === 2) await setStatus('paused');
    };
    await start(campaign, 'snapshot');
    await eventually(
      async () => expect(await taskOf(campaign, 'snapshot')).toMatchObject({ due_at: null }),
      WAIT,
    );
    expect((await storedOf(campaign)).length).toBeLessThan(25);
    await setStatus('archived');
    const filter: object = { _id: `${campaign.id}:snapshot` };
    await app.database.collection('enrollment_tasks').updateOne(filter, { $set: { due_at: new Date() } });
    await ended(campaign, 'snapshot');
    expect((await storedOf(campaign)).length).toBeLessThan(25);
  });

  it('continues after a failure of the contacts service', async () => {
    const campaign = await newCampaign();
    newContacts(25);
    let pages = 0;
    app.contacts.onPage = async () => {
      pages += 1;
      if (pages === 2) throw new Error('The contacts service fails once.');
    };
    await start(campaign, 'snapshot');
    await ended(campaign, 'snapshot');
    expect(await storedOf(campaign)).toHaveLength(25);
    expect(await countsOf(campaign)).toEqual({ active: 25 });
  });
});

describe('the other tasks of a campaign', () => {
  const enrollments = async (campaign: Campaign, statuses: readonly string[]) => {
    const own = statuses.map((status) =>
      enrollmentOf(
        { workspaceId: ctx.workspaceId, contactId: newId('ct') },
        { campaign_id: campaign.id, status: status as 'active' },
      ),
    );
    await app.enroll(...own);
  };
  /** Queues sends of the campaign for the enrollment, or for one of its own each. */
  const queue = async (campaign: Campaign, count: number, enrollmentId?: string) => {
    const sends = Array.from({ length: count }, () =>
      queuedSend({
        id: newId('snd'),
        workspace_id: ctx.workspaceId,
        campaign_id: campaign.id,
        enrollment_id: enrollmentId ?? newId('enr'),
        sequence_id: campaign.sequence_id,
        contact_id: newId('ct'),
        contact_email: 'queued@example.com',
        step_id: newId('step'),
        step_number: 1,
        sending_account_id: newId('acc'),
        from_email: 'anna@example.org',
        scheduled_at: new Date(Date.now() + 3_600_000),
        account_day: '2026-03-02',
        campaign_day: '2026-03-02',
        created_at: new Date(),
      }),
    );
    await app.write('sends', ...sends);
  };
  const sendStatusesOf = async (campaign: Campaign) => {
    const sends = await app.database.collection('sends').find({ campaign_id: campaign.id }).toArray();
    const byStatus = Map.groupBy(sends, ({ status }) => String(status));
    return Object.fromEntries([...byStatus].map(([status, own]) => [status, own.length]));
  };
  const statusesOf = async (campaign: Campaign) =>
    (await storedOf(campaign)).map(({ status }): string => String(status)).toSorted();

  it('activate the pending enrollments of an active campaign', async () => {
    const campaign = await newCampaign();
    await enrollments(campaign, ['pending', 'pending', 'paused', 'stopped']);
    await start(campaign, 'activate');
    await ended(campaign, 'activate');
    expect(await statusesOf(campaign)).toEqual(['active', 'active', 'paused', 'stopped']);
  });

  it('stop the open enrollments of an archived campaign and cancel its queued sends', async () => {
    const campaign = await newCampaign({ status: 'archived' });
    await enrollments(campaign, ['pending', 'active', 'paused', 'completed']);
    await queue(campaign, 1_001);
    await start(campaign, 'stop');
    await ended(campaign, 'stop');
    expect(await statusesOf(campaign)).toEqual(['completed', 'stopped', 'stopped', 'stopped']);
    expect(await sendStatusesOf(campaign)).toEqual({ canceled: 1_001 });
    await eventually(async () => expect(eventsOf(campaign, 'enrollment.stopped')).toBe(3), WAIT);
  });

  it('stop the enrollments of a domain from before the reply, and cancel their queued sends', async () => {
    const campaign = await newCampaign();
    const repliedAt = new Date();
    const enrollmentOfDomain = (domain: string, enrolledAt: Date) => {
      const contactId = newId('ct');
      const address = { contact_email: `${contactId}@${domain}`, address_key: `${domain}@${contactId}` };
      const changes = { ...address, campaign_id: campaign.id, enrolled_at: enrolledAt };
      return enrollmentOf({ workspaceId: ctx.workspaceId, contactId }, changes);
    };
    const earlier = Array.from({ length: 501 }, () => enrollmentOfDomain('large.example', repliedAt));
    const later = enrollmentOfDomain('large.example', new Date(repliedAt.getTime() + 1));
    const other = enrollmentOfDomain('other.example', repliedAt);
    await app.enroll(...earlier, later, other);
    await queue(campaign, 1, earlier[500]?.id);
    await queue(campaign, 1, other.id);
    await start(campaign, 'stop_domain', { domain: 'large.example', started_at: repliedAt });
    await ended(campaign, 'stop_domain');
    const open = (await storedOf(campaign)).filter(({ status }) => status === 'active');
    expect(open.map(({ contact_id }) => contact_id).toSorted()).toEqual(
      [later.contact_id, other.contact_id].toSorted(),
    );
    expect(await sendStatusesOf(campaign)).toEqual({ canceled: 1, queued: 1 });
  });
});
