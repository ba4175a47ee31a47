import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Send } from '../src/sends/send.ts';
import { newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, contacts, database } = campaigns;
const ALWAYS = { send_window_start: 0, send_window_end: 24, send_days: [1, 2, 3, 4, 5, 6, 7] } as const;
const SECOND = { timeoutMs: 1_000 };
let own: CampaignWorkspace;

beforeEach(async () => {
  own = await newCampaignWorkspace(campaigns);
});

const sendsOf = async (campaignId: string) =>
  database
    .collection<Omit<Send, 'id'> & { _id: string }>('sends')
    .find({ campaign_id: campaignId })
    .sort({ scheduled_at: 1 })
    .toArray();
const enrollmentsOf = async (campaignId: string) =>
  database.collection('enrollments').find({ campaign_id: campaignId }).toArray();
const setAccount = async (id: string, fields: object) =>
  database.collection<{ _id: string }>('sending_accounts').updateOne({ _id: id }, { $set: fields });
const addContact = (changes: object = {}): string => {
  const contactId = newId('ct');
  contacts.candidates.set(contactId, {
    contactId,
    email: `${contactId.toLowerCase()}@example.com`,
    timeZone: null,
    verificationStatus: 'valid',
    isSuppressed: false,
    meetsFilter: true,
    ...changes,
  });
  contacts.workspaceOf.set(contactId, own.ctx.workspaceId);
  return contactId;
};
const launch = async (input: object = {}): Promise<string> => {
  const { id } = await own.create({ ...ALWAYS, ...input, send_days: [...ALWAYS.send_days] });
  await client.launchCampaign(own.ctx, { id });
  return id;
};

describe('the planner', () => {
  it('queues the first email within a second of the launch', async () => {
    const id = await launch();
    const [send] = await eventually(async () => {
      const sends = await sendsOf(id);
      expect(sends).toHaveLength(1);
      return sends;
    }, SECOND);
    expect(send).toMatchObject({
      status: 'queued',
      step_number: 1,
      contact_id: own.contactId,
      contact_email: 'maria@example.com',
      sending_account_id: own.accountId,
      from_email: `${own.accountId.toLowerCase()}@example.org`,
    });
    expect(Math.abs((send?.scheduled_at.getTime() ?? 0) - Date.now())).toBeLessThan(2_000);
    const [enrollment] = await enrollmentsOf(id);
    expect(enrollment).toMatchObject({
      due_at: null,
      next_send_at: send?.scheduled_at,
      sending_account_id: own.accountId,
      status: 'active',
    });
  });
});
