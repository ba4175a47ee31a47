import { beforeEach, describe, expect, it } from '@jest/globals';
import { contactVerified } from '@outreach/contracts-contacts/events';
import { eventLike, eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newPlanningWorkspace, startPlanning, type PlanningWorkspace } from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
const { client, clock } = campaigns;
const SECONDS = { timeoutMs: 25_000 };
const NO_GAPS = { min_gap_seconds: 0, max_gap_seconds: 0 };
let own: PlanningWorkspace;
let google = '';
let microsoft = '';

beforeEach(async () => {
  own = await newPlanningWorkspace(campaigns);
  // More room than the account of Google: without matching it takes the leads.
  await own.setAccount(own.accountId, { daily_limit: 300 });
  google = await own.newAccount({ provider: 'google', ...NO_GAPS });
  microsoft = await own.newAccount({ provider: 'microsoft', ...NO_GAPS });
});

async function accountsOf(campaignId: string, count: number): Promise<Record<string, string>> {
  return eventually(async () => {
    const sends = await own.sends(campaignId);
    expect(sends).toHaveLength(count);
    return Object.fromEntries(sends.map((send) => [send.contact_id, send.sending_account_id]));
  }, SECONDS);
}

const accounts = (): object => ({ sending_account_ids: [own.accountId, google, microsoft] });

describe('a campaign with provider matching', () => {
  it('sends first emails from accounts of the provider of the mailbox', async () => {
    const [one = ''] = own.addContacts(1, { mailProvider: 'google' });
    const [two = ''] = own.addContacts(1, { mailProvider: 'microsoft' });
    const [three = ''] = own.addContacts(1, { mailProvider: 'other' });
    const id = await own.launch({ ...accounts(), provider_matching: 'prefer' });
    expect(await accountsOf(id, 4)).toEqual({
      [one]: google,
      [two]: microsoft,
      [three]: own.accountId,
      [own.contactId]: own.accountId,
    });
  });

  it('takes any account when it is off, which is the default', async () => {
    const [one = ''] = own.addContacts(1, { mailProvider: 'google' });
    const id = await own.launch(accounts());
    const { campaign } = await client.getCampaign(own.ctx, { id });
    expect(campaign?.provider_matching).toBe('off');
    expect(await accountsOf(id, 2)).toEqual({ [one]: own.accountId, [own.contactId]: own.accountId });
  });

  it('uses the provider of a verification after the enrollment', async () => {
    const id = await own.launch({ ...accounts(), provider_matching: 'prefer', send_window_end: 1 });
    await eventually(async () => expect(await own.enrollments(id)).toHaveLength(1), SECONDS);
    const event = eventLike(contactVerified, {
      workspaceId: own.ctx.workspaceId,
      at: new Date(clock.now()),
      aggregate: { id: own.contactId, version: 2 },
    });
    const data = { ...contactVerified.example, id: own.contactId, email: 'maria@example.com' };
    await campaigns.publish({ ...event, data });
    await eventually(
      async () => expect(await own.enrollments(id)).toMatchObject([{ mail_provider: 'google' }]),
      SECONDS,
    );
    await client.updateCampaign(own.ctx, { id, input: OPEN, mask: ['send_window_end'] });
    expect(await accountsOf(id, 1)).toEqual({ [own.contactId]: google });
  });

  it('refuses an unknown value', async () => {
    await expect(own.create({ provider_matching: 'always' })).rejects.toMatchObject({
      field: 'provider_matching',
    });
  });
});

const OPEN = {
  sending_account_ids: [],
  send_days: [],
  contact_filter: undefined,
  send_window_end: 24,
};
