import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AnalyticsQuery as AnalyticsQueryMessage } from '@outreach/contracts-campaigns/gen/analytics.ts';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { campaignOf, enrollmentOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client } = campaigns;

const workspaceId = newId('ws');
const ctx = testCall(workspaceId, { scopes: new Set(['campaigns:read']) });
const sequence = sequenceOf(workspaceId, 2);
const campaign = campaignOf({ workspaceId, sequenceId: sequence.id });
const [first, second] = sequence.steps.map(({ id }) => id);
const whole: AnalyticsQueryMessage = {
  campaign_id: campaign.id,
  from: undefined,
  to: undefined,
  granularity: 'day',
  time_zone: 'UTC',
};
const request = (changes: Partial<AnalyticsQueryMessage> = {}) => ({ query: { ...whole, ...changes } });

const early = { sent: 4, delivered: 3, bounced: 1, contacted: 4, unique_opened: 2 };
const late = { sent: 4, delivered: 4, contacted: 4, opened: 5 };
const followUps = {
  sent: 2,
  delivered: 2,
  replied: 1,
  unique_replied: 1,
  intent_interested: 1,
  intent_out_of_office: 1,
};

const bucket = (stepId: string | undefined, at: string, counts: object) => ({
  id: newId('bkt'),
  workspace_id: workspaceId,
  campaign_id: campaign.id,
  step_id: stepId,
  variant_id: null,
  at: new Date(at),
  counts,
});

interface Day {
  readonly cells: Readonly<Record<string, object>>;
  readonly quarters: Readonly<Record<string, object>>;
}

const statDay = (day: string, counts: Day) => ({
  id: newId('day'),
  workspace_id: workspaceId,
  campaign_id: campaign.id,
  day: new Date(`${day}T00:00:00Z`),
  ...counts,
});

beforeAll(async () => {
  await campaigns.write('sequences', sequence);
  await campaigns.write('campaigns', campaign);
  await campaigns.enroll(
    enrollmentOf(
      { workspaceId, contactId: newId('ct') },
      { campaign_id: campaign.id, sent_count: 1, due_at: null, next_step: 2 },
    ),
  );
  await campaigns.write(
    'buckets',
    bucket(first, '2026-03-02T22:45:00Z', early),
    bucket(first, '2026-03-02T23:15:00Z', late),
    bucket(second, '2026-03-05T10:00:00Z', followUps),
  );
  const firstDay = { ...early, ...late, sent: 8, delivered: 7, contacted: 8 };
  await campaigns.write(
    'stat_days',
    statDay('2026-03-02', { cells: { [`${first}:`]: firstDay }, quarters: { 91: early, 93: late } }),
    statDay('2026-03-05', { cells: { [`${second}:`]: followUps }, quarters: { 40: followUps } }),
  );
  await campaigns.write('campaign_totals', {
    id: campaign.id,
    workspace_id: workspaceId,
    counts: { ...early, ...late, ...followUps, sent: 10, delivered: 9, contacted: 8 },
  } as { id: string; workspace_id: string });
  await campaigns.write('bounce_codes', {
    id: newId('bnc'),
    workspace_id: workspaceId,
    campaign_id: campaign.id,
    at: new Date('2026-03-02T22:45:00Z'),
    classification: 'invalid_mailbox',
    type: 'hard',
    smtp_code: 550,
    enhanced_code: '5.1.1',
    count: 1,
    sample: '550 5.1.1 No such user',
  } as { id: string; workspace_id: string });
});

describe('GetAnalyticsSummary', () => {
  it('adds up all events of the campaign', async () => {
    const { metrics, funnel, time_series } = await client.getAnalyticsSummary(ctx, request());
    expect(metrics).toMatchObject({
      campaign: { total_sent: 10, delivered: 9, bounced: 1, bounce_rate: 0.1, reply_rate: 1 / 8 },
      unique_opened: 2,
      delivery_rate: 0.9,
    });
    expect(funnel).toMatchObject({ contacted: 8, opened: 2, replied: 1 });
    expect(time_series.map(({ period, counts }) => [period?.toISOString(), counts?.sent])).toEqual([
      ['2026-03-02T00:00:00.000Z', 8],
      ['2026-03-05T00:00:00.000Z', 2],
    ]);
  });

  it('begins days at midnight of the zone', async () => {
    const { time_series } = await client.getAnalyticsSummary(ctx, request({ time_zone: 'Europe/Berlin' }));
    expect(time_series.map(({ period, counts }) => [period?.toISOString(), counts?.sent])).toEqual([
      ['2026-03-01T23:00:00.000Z', 4],
      ['2026-03-02T23:00:00.000Z', 4],
      ['2026-03-04T23:00:00.000Z', 2],
    ]);
  });

  it('narrows every number to the period', async () => {
    const from = new Date('2026-03-05T00:00:00Z');
    const { metrics, funnel } = await client.getAnalyticsSummary(ctx, request({ from }));
    expect(metrics?.campaign).toMatchObject({ total_sent: 2, delivered: 2, bounced: 0 });
    expect(funnel).toMatchObject({ enrolled: 0, contacted: 0, replied: 1 });
  });

  it('counts the quarters of an hour that contain the ends of the period', async () => {
    const period = { from: new Date('2026-03-02T22:59:59Z'), to: new Date('2026-03-02T23:15:01Z') };
    const { metrics } = await client.getAnalyticsSummary(ctx, request(period));
    expect(metrics?.campaign).toMatchObject({ total_sent: 8, bounced: 1 });
    const { total_bounced, bounces } = await client.getBounceAnalytics(ctx, request(period));
    expect([total_bounced, bounces.map(({ count }) => count)]).toEqual([1, [1]]);
  });

  it('adds up whole days and parts of days', async () => {
    const period = { from: new Date('2026-03-02T23:00:00Z'), to: new Date('2026-03-05T10:15:00Z') };
    const { metrics, time_series } = await client.getAnalyticsSummary(ctx, request(period));
    expect(metrics?.campaign).toMatchObject({ total_sent: 6, delivered: 6, bounced: 0 });
    expect(time_series.map(({ period: at, counts }) => [at?.toISOString(), counts?.sent])).toEqual([
      ['2026-03-02T00:00:00.000Z', 4],
      ['2026-03-05T00:00:00.000Z', 2],
    ]);
  });

  it.each([
    [{ granularity: 'month' }, 'granularity'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ from: new Date(2), to: new Date(1) }, 'to'],
  ])('refuses %j', async (changes, field) => {
    await expect(client.getAnalyticsSummary(ctx, request(changes))).rejects.toMatchObject({
      kind: 'invalid_argument',
      field,
    });
  });

  it('is not found for an unknown campaign', async () => {
    const unknown = request({ campaign_id: newId('cmp') });
    await expect(client.getAnalyticsSummary(ctx, unknown)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('GetStepAnalytics', () => {
  it('has every step in its order', async () => {
    const { steps } = await client.getStepAnalytics(ctx, request());
    expect(steps).toMatchObject([
      { step_id: first, step_number: 1, numbers: { counts: { sent: 8, bounced: 1 }, bounce_rate: 0.125 } },
      { step_id: second, step_number: 2, numbers: { counts: { sent: 2, replied: 1 }, reply_rate: 0.5 } },
    ]);
  });
});

describe('GetReplyIntents', () => {
  it('has every intent, also those without replies', async () => {
    const { total_replies, intents } = await client.getReplyIntents(ctx, request());
    expect(total_replies).toBe(2);
    expect(intents.map(({ intent }) => intent)).toEqual(REPLY_INTENTS);
    expect(intents.filter(({ count }) => count > 0)).toEqual([
      { intent: 'interested', count: 1, share: 0.5 },
      { intent: 'out_of_office', count: 1, share: 0.5 },
    ]);
  });
});

describe('GetBounceAnalytics', () => {
  it('groups bounces by class and type, with sample codes', async () => {
    expect(await client.getBounceAnalytics(ctx, request())).toMatchObject({
      total_bounced: 1,
      bounce_rate: 0.1,
      bounces: [
        {
          classification: 'invalid_mailbox',
          type: 'hard',
          count: 1,
          share: 1,
          sample_codes: [{ smtp_code: 550, enhanced_code: '5.1.1', count: 1 }],
        },
      ],
    });
  });
});

describe('ListSends and AuditCampaign', () => {
  it('list the emails, and find what does not balance', async () => {
    const [enrollment] = await campaigns.database
      .collection('enrollments')
      .find({ campaign_id: campaign.id })
      .toArray();
    const send: Send = {
      ...queuedSend({
        id: newId('snd'),
        workspace_id: workspaceId,
        campaign_id: campaign.id,
        enrollment_id: String(enrollment?._id),
        sequence_id: sequence.id,
        contact_id: newId('ct'),
        contact_email: 'maria@example.com',
        step_id: second ?? '',
        step_number: 2,
        sending_account_id: newId('acc'),
        from_email: 'anna@example.org',
        scheduled_at: new Date(),
        account_day: '2026-03-05',
        campaign_day: '2026-03-05',
        created_at: new Date(),
      }),
      due_at: null,
    };
    await campaigns.write('sends', send);
    const listed = await client.listSends(ctx, {
      campaign_id: campaign.id,
      statuses: ['queued'],
      page: { page_size: 10, cursor: '' },
    });
    expect(listed.sends).toMatchObject([
      { id: send.id, status: 'queued', contact_email: 'maria@example.com' },
    ]);
    const audit = await client.auditCampaign(ctx, { campaign_id: campaign.id });
    expect(audit).toMatchObject({ balanced: false, planned: 2, states: { queued: 1, delivered: 0 } });
    expect(audit.differences).toContainEqual({
      subject: 'sent emails of the enrollments',
      expected: 1,
      observed: 0,
    });
  });
});
