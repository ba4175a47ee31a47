import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  ALWAYS,
  CLOSED,
  newPlanningWorkspace,
  startPlanning,
  type PlanningWorkspace,
} from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
const { client, clock } = campaigns;
let own: PlanningWorkspace;

beforeEach(async () => {
  own = await newPlanningWorkspace(campaigns);
});

const statusOf = async (id: string) => client.getSendingStatus(own.ctx, { campaign_id: id });
const forecastOf = async (id: string, isWithAudience = false) =>
  client.getForecast(own.ctx, { campaign_id: id, with_audience: isWithAudience });
const audienceOf = async (id: string) => client.getAudience(own.ctx, { campaign_id: id });
const today = () => new Date(clock.now()).toISOString().slice(0, 10);

describe('GetSendingStatus', () => {
  it('follows a campaign from its draft to its limits', async () => {
    own.addContacts(4);
    await own.setAccount(own.accountId, { daily_limit: 2, min_gap_seconds: 20, max_gap_seconds: 20 });
    const { id } = await own.create({ ...ALWAYS });
    expect(await statusOf(id)).toMatchObject({ status: 'campaign_draft', next_send_at: undefined });
    await client.launchCampaign(own.ctx, { id });
    await eventually(async () => expect(await own.sends(id)).toHaveLength(2));
    const [first] = await own.sends(id);
    expect(await statusOf(id)).toMatchObject({
      status: 'account_daily_limit_met',
      message: expect.stringMatching(/limit/),
      next_send_at: first?.scheduled_at,
      details: {
        queued: 2,
        planned_today: 2,
        new_leads_today: 2,
        daily_send_limit: 50,
        accounts: [
          {
            sending_account_id: own.accountId,
            status: 'active',
            health_score: 100,
            planned_today: 2,
            allowed_today: 2,
          },
        ],
      },
    });
    await client.pauseCampaign(own.ctx, { id, reason: undefined });
    expect(await statusOf(id)).toMatchObject({ status: 'campaign_paused', next_send_at: undefined });
  });

  it('names a closed window with the time at which it opens', async () => {
    const id = await own.launch(CLOSED);
    await eventually(async () => expect(await statusOf(id)).toMatchObject({ status: 'out_of_schedule' }));
    const { next_send_at: nextSendAt } = await statusOf(id);
    expect(nextSendAt?.getUTCHours()).toBe(CLOSED.send_window_start);
    expect(nextSendAt?.getUTCMinutes()).toBe(0);
  });

  it('names accounts that cannot send, and missing contacts', async () => {
    const paused = await own.newAccount({ status: 'paused' });
    const withoutAccount = await own.write({ sending_account_ids: [paused] }, [{}]);
    expect(await statusOf(withoutAccount)).toMatchObject({ status: 'no_accounts_available' });
    const withoutContacts = await own.write({}, []);
    expect(await statusOf(withoutContacts)).toMatchObject({
      status: 'waiting_for_contacts',
      next_send_at: undefined,
    });
  });

  it('answers not_found for an unknown campaign and one of another workspace', async () => {
    const id = await own.write({}, []);
    const other = await newPlanningWorkspace(campaigns);
    await expect(statusOf(newId('cmp'))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.getSendingStatus(other.ctx, { campaign_id: id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    const request = { campaign_id: id, with_audience: true };
    await expect(client.getForecast(other.ctx, request)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.getAudience(other.ctx, request)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('GetForecast', () => {
  it('is empty for a campaign without contacts', async () => {
    const id = await own.write({}, []);
    expect(await forecastOf(id)).toEqual({
      campaign_id: id,
      total_remaining: 0,
      finish_date: undefined,
      binding_constraint: undefined,
      days: [],
    });
  });

  it('contains the queued emails and the emails that the limits move to later days', async () => {
    own.addContacts(9);
    await own.setAccount(own.accountId, { daily_limit: 4, min_gap_seconds: 0, max_gap_seconds: 0 });
    const id = await own.launch();
    await eventually(async () => expect(await own.sends(id)).toHaveLength(4));
    await eventually(async () => expect(await forecastOf(id)).toMatchObject({ total_remaining: 10 }));
    const { days, finish_date: finishDate, binding_constraint: constraint } = await forecastOf(id);
    expect(days.map(({ planned }) => planned)).toEqual([4, 4, 2]);
    expect(days[0]).toEqual({
      date: today(),
      planned: 4,
      by_account: [{ sending_account_id: own.accountId, planned: 4 }],
    });
    expect(finishDate).toBe(days.at(-1)?.date);
    expect(constraint).toBe('account_daily_limit');
  });

  it('of a large paused campaign has the contacts that joined during the pause', async () => {
    await own.setAccount(own.accountId, { daily_limit: 500, min_gap_seconds: 0, max_gap_seconds: 0 });
    const enrollments = Array.from({ length: 2_600 }, (_, index) => ({
      status: index < 2_001 ? ('active' as const) : ('pending' as const),
    }));
    const id = await own.write({ status: 'paused', daily_send_limit: 500 }, enrollments);
    for (const [status, difference] of Object.entries({ active: 2_001, pending: 599 }))
      await campaigns.write('enrollment_counts', {
        ...{ id: newId('cnt'), workspace_id: own.ctx.workspaceId, campaign_id: id },
        ...{ status, difference },
      });
    expect(await forecastOf(id)).toMatchObject({ total_remaining: enrollments.length });
  });

  it('adds the contacts that the launch of a draft would enroll, when it is asked to', async () => {
    own.addContacts(9);
    own.addContacts(2, { isSuppressed: true });
    await own.setAccount(own.accountId, { daily_limit: 4, min_gap_seconds: 0, max_gap_seconds: 0 });
    const { id } = await own.create({ ...ALWAYS });
    expect(await forecastOf(id)).toMatchObject({ total_remaining: 0, days: [] });
    const before = await forecastOf(id, true);
    expect(before.days.map(({ planned }) => planned)).toEqual([4, 4, 2]);
    await client.launchCampaign(own.ctx, { id });
    await eventually(async () => expect(await forecastOf(id, true)).toEqual(before));
  });
});

// A new workspace has one contact.
describe('GetAudience', () => {
  it('counts the contacts that a launch enrolls, and the reasons of those that it leaves out', async () => {
    own.addContacts(3);
    own.addContacts(2, { isSuppressed: true });
    own.addContacts(1, { verificationStatus: 'invalid' });
    own.addContacts(1, { verificationStatus: 'catch_all' });
    const { id } = await own.create({ ...ALWAYS });
    const [enrolled = ''] = own.addContacts(1);
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [enrolled] });
    expect(await audienceOf(id)).toEqual({
      campaign_id: id,
      matching: 9,
      accepted: 4,
      left_out: { already_enrolled: 1, suppressed: 2, invalid_address: 1, risky_address: 1 },
      is_estimated: false,
    });
    await client.launchCampaign(own.ctx, { id });
    await eventually(async () =>
      expect(await audienceOf(id)).toMatchObject({ accepted: 0, left_out: { already_enrolled: 5 } }),
    );
  });

  it('extrapolates a sample of many contacts', async () => {
    own.addContacts(60);
    own.addContacts(20, { isSuppressed: true });
    const { id } = await own.create({ ...ALWAYS });
    expect(await audienceOf(id)).toMatchObject({ matching: 81, accepted: 81, is_estimated: true });
  });
});
