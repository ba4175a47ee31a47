import { beforeEach, describe, expect, it } from '@jest/globals';
import { contactUpdated } from '@outreach/contracts-contacts/events';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  CLOSED,
  HORIZON_MS,
  newPlanningWorkspace,
  startPlanning,
  type PlanningWorkspace,
} from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
const { client, clock, database } = campaigns;
const SECONDS = { timeoutMs: 10_000 };
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const NO_GAPS = { min_gap_seconds: 0, max_gap_seconds: 0 };
let own: PlanningWorkspace;

beforeEach(async () => {
  own = await newPlanningWorkspace(campaigns);
});

const hasSends = async (campaignId: string, count: number, options = SECONDS) =>
  eventually(async () => {
    const sends = await own.sends(campaignId);
    expect(sends).toHaveLength(count);
    return sends;
  }, options);
describe('the planner', () => {
  it('plans contacts in more time zones than one query takes', async () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 170);
    await own.setAccount(own.accountId, { daily_limit: 500, ...NO_GAPS });
    const id = await own.write(
      { daily_send_limit: 500 },
      zones.map((time_zone) => ({ time_zone })),
    );
    await hasSends(id, zones.length);
  });

  it('queues the first email within seconds of the launch', async () => {
    const launchedAtMs = clock.now();
    const id = await own.launch();
    const [send] = await hasSends(id, 1);
    expect(send).toMatchObject({
      status: 'queued',
      step_number: 1,
      contact_id: own.contactId,
      contact_email: 'maria@example.com',
      sending_account_id: own.accountId,
      from_email: `${own.accountId.toLowerCase()}@example.org`,
      due_at: send?.scheduled_at,
      campaign_day: send?.scheduled_at.toISOString().slice(0, 10),
    });
    expect(send?.scheduled_at.getTime()).toBeGreaterThanOrEqual(launchedAtMs);
    expect(send?.scheduled_at.getTime()).toBeLessThanOrEqual(clock.now());
    expect(await own.enrollments(id)).toMatchObject([
      { due_at: null, next_send_at: send?.scheduled_at, sending_account_id: own.accountId, version: 2 },
    ]);
  });

  it('queues the email of a contact within seconds of its enrollment', async () => {
    const id = await own.launch();
    await hasSends(id, 1);
    await own.planned(id);
    const [contactId = ''] = own.addContacts(1);
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [contactId] });
    await hasSends(id, 2);
  });

  it('queues nothing for a paused campaign, and plans it within seconds of its resume', async () => {
    const id = await own.launch();
    await hasSends(id, 1);
    await client.pauseCampaign(own.ctx, { id, reason: undefined });
    const contactIds = own.addContacts(2);
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [...contactIds] });
    await own.requestPlan(id);
    await eventually(async () =>
      expect(await own.mark(id)).toMatchObject({ next_at: null, lease_token: null }),
    );
    expect(await own.sends(id)).toHaveLength(1);
    await client.resumeCampaign(own.ctx, { id });
    await hasSends(id, 3);
  });

  it('keeps the gaps of the account, up to the horizon', async () => {
    own.addContacts(9);
    await own.setAccount(own.accountId, { min_gap_seconds: 20, max_gap_seconds: 20 });
    const id = await own.launch();
    const sends = await hasSends(id, 4);
    const [first = 0, ...rest] = sends.map(({ scheduled_at: at }) => at.getTime());
    expect(rest.map((at) => at - first)).toEqual([20 * SECOND_MS, 40 * SECOND_MS, HORIZON_MS]);
    const mark = await own.planned(id);
    expect((mark?.next_at?.getTime() ?? 0) - first).toBe(80 * SECOND_MS - HORIZON_MS / 2);
  });

  it.each([
    { name: 'the account', input: {}, account: { daily_limit: 4 }, expected: 4 },
    {
      name: 'the warm-up',
      input: {},
      account: {
        warmup: {
          enabled_at: new Date(clock.now()),
          sent_days: 0,
          last_sent_day: null,
          start: 2,
          increment: 1,
          ceiling: 9,
        },
      },
      expected: 2,
    },
    { name: 'the campaign', input: { daily_send_limit: 3 }, account: {}, expected: 3 },
    { name: 'new leads', input: { max_new_leads_per_day: 2 }, account: {}, expected: 2 },
  ])('stays under the daily limit of $name', async ({ input, account, expected }) => {
    own.addContacts(9);
    await own.setAccount(own.accountId, { ...NO_GAPS, ...account });
    const id = await own.launch(input);
    await hasSends(id, expected);
    const mark = await own.planned(id);
    expect(await own.sends(id)).toHaveLength(expected);
    const midnight = Date.parse(`${new Date(clock.now()).toISOString().slice(0, 10)}T24:00:00.000Z`);
    expect(mark?.next_at?.getTime()).toBe(midnight - HORIZON_MS / 2);
  });

  it('waits for the window of the campaign', async () => {
    own.addContacts(3);
    const id = await own.launch(CLOSED);
    await eventually(async () => {
      const mark = await own.planned(id);
      const opensAt = new Date((mark?.next_at?.getTime() ?? 0) + HORIZON_MS / 2);
      expect(opensAt.getUTCHours()).toBe(CLOSED.send_window_start);
      expect(opensAt.getTime() % HOUR_MS).toBe(0);
    });
    expect(await own.sends(id)).toEqual([]);
  });

  it('sends in the zone of the contact, and follows the contact to another zone', async () => {
    // In this zone the window is open: it is twelve hours ahead of UTC.
    const open = 'Etc/GMT-12';
    const [abroad = ''] = own.addContacts(1, { timeZone: open });
    const id = await own.launch(CLOSED);
    expect(await hasSends(id, 1)).toMatchObject([{ contact_id: abroad }]);
    await own.planned(id);
    const at = new Date(clock.now());
    const event = eventLike(contactUpdated, {
      workspaceId: own.ctx.workspaceId,
      at,
      aggregate: { id: own.contactId, version: 2 },
    });
    await campaigns.publish({
      ...event,
      data: { ...contactUpdated.example, id: own.contactId, email: 'maria@example.com', time_zone: open },
    });
    const sends = await hasSends(id, 2, { timeoutMs: 10_000 });
    expect(sends.map(({ contact_id: contactId }) => contactId).toSorted()).toEqual(
      [abroad, own.contactId].toSorted(),
    );
  });

  it('gives the place of a canceled email to the next contact', async () => {
    await own.setAccount(own.accountId, { ...NO_GAPS, daily_limit: 1 });
    own.addContacts(1);
    const id = await own.launch();
    const [first] = await hasSends(id, 1);
    await own.planned(id);
    await client.removeContacts(own.ctx, {
      campaign_id: id,
      contact_ids: [first?.contact_id ?? ''],
      stop_pending_sends: true,
    });
    const sends = await hasSends(id, 2);
    expect(sends.map(({ status }) => status).toSorted()).toEqual(['canceled', 'queued']);
  });
});

describe('follow-ups', () => {
  const due = { current_step: 1, next_step: 2, sent_count: 1 };
  it('keep their account and come before new leads', async () => {
    await own.takeTwoSteps();
    const other = await own.newAccount({ daily_limit: 300, ...NO_GAPS });
    await own.setAccount(own.accountId, { daily_limit: 2, ...NO_GAPS });
    const id = await own.write({ sending_account_ids: [own.accountId, other], daily_send_limit: 3 }, [
      ...Array.from({ length: 5 }, () => ({})),
      { ...due, sending_account_id: own.accountId },
      { ...due, sending_account_id: other },
    ]);
    const sends = await hasSends(id, 3);
    const followUps = sends.filter(({ step_number: step }) => step === 2);
    expect(followUps.map(({ sending_account_id: account }) => account).toSorted()).toEqual(
      [own.accountId, other].toSorted(),
    );
  });

  it('of one account do not hide those of another', async () => {
    await own.takeTwoSteps();
    const other = await own.newAccount(NO_GAPS);
    await own.setAccount(own.accountId, { daily_limit: 510, ...NO_GAPS });
    const id = await own.write({ sending_account_ids: [own.accountId, other], daily_send_limit: 1_000 }, [
      ...Array.from({ length: 520 }, () => ({ ...due, sending_account_id: own.accountId })),
      { ...due, sending_account_id: other, due_at: new Date(clock.now()) },
    ]);
    const sends = await hasSends(id, 511);
    expect(sends.filter(({ sending_account_id: account }) => account === other)).toHaveLength(1);
  });

  it('of a paused account wait and do not hinder others; the account that resumes sends them', async () => {
    await own.takeTwoSteps();
    const paused = await own.newAccount({ status: 'paused' });
    const id = await own.write({ sending_account_ids: [own.accountId, paused] }, [
      ...Array.from({ length: 9 }, () => ({ ...due, sending_account_id: paused })),
      {},
    ]);
    expect(await hasSends(id, 1)).toMatchObject([{ sending_account_id: own.accountId }]);
    await own.planned(id);
    expect(await own.sends(id)).toHaveLength(1);
    await client.resumeSendingAccount(own.ctx, { id: paused });
    await eventually(async () => expect((await own.sends(id)).length).toBeGreaterThan(1), SECONDS);
  });

  it('of a deleted account stop with send_failed', async () => {
    await own.takeTwoSteps();
    const deleted = newId('acc');
    const id = await own.write({ sending_account_ids: [own.accountId, deleted] }, [
      ...Array.from({ length: 3 }, () => ({ ...due, sending_account_id: deleted })),
      { ...due, sending_account_id: own.accountId },
    ]);
    await hasSends(id, 1);
    await eventually(async () => {
      const stopped = (await own.enrollments(id)).filter(
        ({ stop_reason: reason }) => reason === 'send_failed',
      );
      expect(stopped).toHaveLength(3);
    });
  });

  it('whose step was removed complete their enrollment', async () => {
    const id = await own.write({}, [{ ...due, sending_account_id: null, next_step: 7 }, {}]);
    await hasSends(id, 1);
    const statuses = (await own.enrollments(id)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual(['active', 'completed']);
  });
});

describe('an enrollment whose step has a send already', () => {
  it('does not stop the planning of its campaign', async () => {
    const id = await own.write({}, [{}]);
    const [send] = await hasSends(id, 1);
    await database
      .collection('enrollments')
      .updateOne({ campaign_id: id }, { $set: { due_at: new Date(0), sending_account_id: null } });
    const [contactId = ''] = own.addContacts(1);
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [contactId] });
    const sends = await hasSends(id, 2);
    expect(sends.map(({ _id }) => _id)).toContain(send?._id);
  });
});
