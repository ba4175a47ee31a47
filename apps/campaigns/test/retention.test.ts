import { createHash } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import type { Retention } from '@outreach/contracts-campaigns/gen/retention.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import { queuedSend, type Send } from '../src/sends/send.ts';
import { createThreadStores } from '../src/threads/index.ts';
import { campaignOf, enrollmentOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';
import { replyOf, threadOf } from './thread-records.ts';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const campaigns = await sharedByTests(startCampaigns);
const { client, database } = campaigns;

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const SCOPES = { scopes: new Set(['admin:keys', 'campaigns:read']) };
const FOR_EVER = { sends_days: 0, timeline_days: 0, inbox_days: 365 };

async function setRetention(ctx: CallContext, changes: Partial<Retention>): Promise<void> {
  const retention = { ...FOR_EVER, ...changes };
  expect(await client.updateRetention(ctx, { retention })).toEqual({ retention });
}

/** A workspace with a campaign, and its sends. */
async function newWorkspace() {
  const workspaceId = newId('ws');
  const sequence = sequenceOf(workspaceId, 2);
  const campaign = campaignOf({ workspaceId, sequenceId: sequence.id });
  await campaigns.write('sequences', sequence);
  await campaigns.write('campaigns', campaign);
  const addEnrollment = async (changes: Partial<Enrollment> = {}): Promise<Enrollment> => {
    const enrollment = enrollmentOf(
      { workspaceId, contactId: newId('ct') },
      { campaign_id: campaign.id, sequence_id: sequence.id, status: 'completed', due_at: null, ...changes },
    );
    await campaigns.enroll(enrollment);
    return enrollment;
  };
  const addSend = async (enrollment: Enrollment, at: Date, changes: Partial<Send> = {}): Promise<Send> => {
    const send: Send = {
      ...queuedSend({
        id: newId('snd'),
        workspace_id: workspaceId,
        campaign_id: campaign.id,
        enrollment_id: enrollment.id,
        sequence_id: sequence.id,
        contact_id: enrollment.contact_id,
        contact_email: enrollment.contact_email,
        step_id: newId('stp'),
        step_number: 1,
        sending_account_id: newId('acc'),
        from_email: 'anna@example.org',
        scheduled_at: at,
        account_day: '2026-01-01',
        campaign_day: '2026-01-01',
        created_at: at,
      }),
      status: 'delivered',
      sent_at: at,
      due_at: null,
      ...changes,
    };
    await campaigns.write('sends', send);
    return send;
  };
  const ctx = testCall(workspaceId, SCOPES);
  const list = async () => client.listSends(ctx, { campaign_id: campaign.id, statuses: [], page: undefined });
  return {
    ctx,
    workspaceId,
    campaign,
    addEnrollment,
    addSend,
    list,
    leftIds: async () => (await list()).sends.map(({ id }) => id).toSorted(),
    addOld: async (changes: Partial<Send> = {}) => addSend(await addEnrollment(), daysAgo(40), changes),
  };
}

type TestWorkspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Applies the settings now, and waits for it. */
async function apply({ workspaceId }: TestWorkspace): Promise<void> {
  const rows = database.collection<{ _id: string; due_at: Date | null }>('retention');
  const _id = workspaceId;
  const { matchedCount } = await rows.updateOne({ _id }, { $set: { due_at: new Date() } });
  expect(matchedCount).toBe(1);
  await eventually(async () => {
    const row = await rows.findOne({ _id, lease_token: null });
    const isWaiting = row?.due_at === null || Number(row?.due_at) > Date.now() + HOUR_MS;
    expect([row?._id, isWaiting]).toEqual([_id, true]);
  });
}

describe('the settings', () => {
  it('are for ever and a year of inbox at first, and are replaced as a whole', async () => {
    const { ctx, workspaceId } = await newWorkspace();
    expect(await client.getRetention(ctx, {})).toEqual({ retention: FOR_EVER });
    const days = { sends_days: 90, timeline_days: 60, inbox_days: 30 };
    await setRetention(ctx, days);
    expect(await client.getRetention(ctx, {})).toEqual({ retention: days });
    await eventually(() => {
      const own = campaigns.published.filter((event) => event.workspace_id === workspaceId);
      expect(own).toMatchObject([
        {
          type: 'retention.updated',
          aggregate: { id: workspaceId, version: 1 },
          data: { timeline_days: 60 },
        },
      ]);
      const entries = campaigns.audited.filter((event) => event.workspace_id === workspaceId);
      expect(entries).toMatchObject([{ data: { action: 'retention.updated' } }]);
    });
  });

  it('are refused out of their range, and for callers without admin:keys', async () => {
    const { ctx } = await newWorkspace();
    await expect(
      client.updateRetention(ctx, { retention: { ...FOR_EVER, inbox_days: 0 } }),
    ).rejects.toMatchObject({ kind: 'invalid_argument', field: 'inbox_days' });
    const reader = testCall(newId('ws'), { scopes: new Set(['campaigns:read', 'campaigns:write']) });
    await expect(client.getRetention(reader, {})).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});

describe('emails', () => {
  it('expire when they were created and sent before the time and their enrollment has ended', async () => {
    const one = await newWorkspace();
    const other = await newWorkspace();
    const foreign = await other.addOld();
    await one.addOld();
    await one.addOld({ status: 'failed', sent_at: null });
    await one.addOld({ status: 'bounced' });
    const kept = [
      await one.addSend(await one.addEnrollment(), daysAgo(20)),
      await one.addOld({ sent_at: daysAgo(20) }),
      await one.addOld({ status: 'queued', sent_at: null }),
      await one.addSend(await one.addEnrollment({ status: 'active' }), daysAgo(40)),
      await one.addSend(await one.addEnrollment({ status: 'paused' }), daysAgo(40)),
    ];
    expect((await one.list()).retained_from).toBeUndefined();
    await setRetention(one.ctx, { sends_days: 30 });
    await apply(one);
    expect(await one.leftIds()).toEqual(kept.map(({ id }) => id).toSorted());
    expect(await other.leftIds()).toEqual([foreign.id]);
    const { retained_from: from } = await one.list();
    expect(from?.getTime()).toBeGreaterThanOrEqual(daysAgo(30).getTime() - HOUR_MS);
    const audit = await client.auditCampaign(one.ctx, { campaign_id: one.campaign.id });
    expect(audit.states).toMatchObject({ delivered: 5, failed: 1, bounced: 1, queued: 1 });
  });

  it('expire in pages, over several campaigns and answers, and again a day later', async () => {
    const one = await newWorkspace();
    const enrollment = await one.addEnrollment();
    const rows = Array.from({ length: 2_100 }, (_, index) => ({ number: index + 1 }));
    const first = await one.addSend(enrollment, daysAgo(40));
    const { id: _id, ...fields } = first;
    await campaigns.write(
      'sends',
      ...rows.map(({ number }) => ({ ...fields, id: newId('snd'), step_number: number + 1 })),
      ...['cmp_zz', 'cmp_zy'].map((campaignId, at) => ({
        ...fields,
        id: newId('snd'),
        ...{ campaign_id: campaignId },
        step_number: 3_000 + at,
      })),
      {
        ...fields,
        id: newId('snd'),
        ...{ campaign_id: 'thr_1', enrollment_id: 'thr_1', thread_id: 'thr_1' },
        ...{
          answer: { campaign_id: one.campaign.id, enrollment_id: enrollment.id, despite_unsubscribe: false },
        },
      },
    );
    const young = await one.addSend(await one.addEnrollment(), daysAgo(29));
    await setRetention(one.ctx, { sends_days: 30 });
    await apply(one);
    const left = async () =>
      database.collection('sends').find({ workspace_id: one.workspaceId }).project({ _id: 1 }).toArray();
    expect(await left()).toEqual([{ _id: young.id }]);
    const older = { created_at: daysAgo(31), sent_at: daysAgo(31) };
    await database.collection<{ _id: string }>('sends').updateOne({ _id: young.id }, { $set: older });
    await apply(one);
    expect(await left()).toEqual([]);
    expect(await client.auditCampaign(one.ctx, { campaign_id: one.campaign.id })).toMatchObject({
      states: { delivered: 2_102 },
    });
  });

  it('stay when the setting is replaced before it is applied', async () => {
    const one = await newWorkspace();
    const send = await one.addOld();
    await setRetention(one.ctx, { sends_days: 30 });
    await setRetention(one.ctx, FOR_EVER);
    await apply(one);
    expect(await one.leftIds()).toEqual([send.id]);
  });
});

describe('the unsubscribe link of an email that has expired', () => {
  const asGateway = (workspaceId: string): CallContext =>
    systemContext({ workspaceId, requestId: newId('req'), service: 'gateway' });

  async function unsubscribe(one: TestWorkspace, send: Send) {
    await client.unsubscribe(asGateway(one.workspaceId), {
      send_id: send.id,
      enrollment_id: send.enrollment_id,
    });
    return database.collection('suppression_requests').find({ workspace_id: one.workspaceId }).toArray();
  }

  it('suppresses the address of its enrollment', async () => {
    const one = await newWorkspace();
    const send = await one.addOld();
    await setRetention(one.ctx, { sends_days: 30 });
    await apply(one);
    expect(await one.leftIds()).toEqual([]);
    expect(await unsubscribe(one, send)).toMatchObject([
      {
        email: send.contact_email,
        reason: 'unsubscribed',
        campaign_id: one.campaign.id,
        contact_id: send.contact_id,
      },
    ]);
  });

  it('suppresses the digest of the address of an erased contact', async () => {
    const one = await newWorkspace();
    const send = await one.addOld();
    await setRetention(one.ctx, { sends_days: 30 });
    await apply(one);
    await campaigns.publish(
      eventLike(contactDeleted, {
        workspaceId: one.workspaceId,
        aggregate: { id: send.contact_id, version: 2 },
        data: { id: send.contact_id, hard: true },
      }),
    );
    const enrollments = database.collection<{ _id: string }>('enrollments');
    await eventually(async () =>
      expect(await enrollments.findOne({ _id: send.enrollment_id })).toMatchObject({ contact_email: null }),
    );
    const digest = createHash('sha256')
      .update(send.contact_email ?? '')
      .digest('hex');
    expect(await unsubscribe(one, send)).toMatchObject([
      { email: `sha256:${digest}`, address_digest: digest },
    ]);
  });
});

describe('texts of the inbox', () => {
  it('end the set number of days after their messages, old and new ones', async () => {
    const one = await newWorkspace();
    const records = createThreadStores(campaigns.base, async () => Promise.resolve(365));
    const thread = threadOf(one.workspaceId, { last_message_at: daysAgo(3) });
    const messages = Array.from({ length: 1_100 }, () => replyOf(thread, { id: newId('msg') }));
    await campaigns.base.inWorkspace({ workspaceId: one.workspaceId }, async () =>
      campaigns.base.units.unitOfWork(async () => records.messages.insert(messages)),
    );
    const ends = async () =>
      database.collection('inbox_bodies').distinct('expires_at', { workspace_id: one.workspaceId });
    const atDays = (days: number) => new Date(thread.last_message_at.getTime() + days * DAY_MS);
    expect(await ends()).toEqual([atDays(365)]);
    await setRetention(one.ctx, { inbox_days: 30 });
    await apply(one);
    expect(await ends()).toEqual([atDays(30)]);
  });
});
