import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { Candidate } from '../src/enrollments/candidate.ts';
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
async function start(campaign: Campaign, task: string): Promise<void> {
  const row = { campaign_id: campaign.id, task, due_at: new Date(), lease_token: null, attempts: 0 };
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
  const statusesOf = async (campaign: Campaign) =>
    (await storedOf(campaign)).map(({ status }): string => String(status)).toSorted();

  it('activate the pending enrollments of an active campaign', async () => {
    const campaign = await newCampaign();
    await enrollments(campaign, ['pending', 'pending', 'paused', 'stopped']);
    await start(campaign, 'activate');
    await ended(campaign, 'activate');
    expect(await statusesOf(campaign)).toEqual(['active', 'active', 'paused', 'stopped']);
  });

  it('stop the open enrollments of an archived campaign', async () => {
    const campaign = await newCampaign({ status: 'archived' });
    await enrollments(campaign, ['pending', 'active', 'paused', 'completed']);
    await start(campaign, 'stop');
    await ended(campaign, 'stop');
    expect(await statusesOf(campaign)).toEqual(['completed', 'stopped', 'stopped', 'stopped']);
    await eventually(async () => expect(eventsOf(campaign, 'enrollment.stopped')).toBe(3), WAIT);
  });
});
