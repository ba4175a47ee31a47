import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

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
const setStatus = async (id: string, status: string) => setFields('campaigns', id, { status });

/** The requests by their operation. */
const REQUESTS = {
  launch: async (id: string) => (await client.launchCampaign(own.ctx, { id })).campaign,
  pause: async (id: string) => (await client.pauseCampaign(own.ctx, { id })).campaign,
  resume: async (id: string) => (await client.resumeCampaign(own.ctx, { id })).campaign,
  archive: async (id: string) => (await client.archiveCampaign(own.ctx, { id })).campaign,
} as const;

describe('a campaign', () => {
  it.each([
    ['launch', 'draft', 'active'],
    ['pause', 'active', 'paused'],
    ['resume', 'paused', 'active'],
    ['archive', 'completed', 'archived'],
  ] as const)('accepts a %s if it is %s, and is %s then', async (operation, status, next) => {
    const { id } = await own.create();
    await setStatus(id, status);
    expect(await REQUESTS[operation](id)).toMatchObject({ status: next });
  });

  it.each(['launch', 'pause', 'resume'] as const)('refuses a %s if it is completed', async (operation) => {
    const { id } = await own.create();
    await setStatus(id, 'completed');
    const refusal = { kind: 'conflict', code: 'invalid_transition', details: { status: 'completed' } };
    await expect(REQUESTS[operation](id)).rejects.toMatchObject(refusal);
    expect(await own.get(id)).toMatchObject({ status: 'completed' });
  });
});

describe('LaunchCampaign', () => {
  it('sets started_at, emits campaign.launched, and enrolls the matches in the background', async () => {
    const { id } = await own.create();
    const { campaign } = await client.launchCampaign(own.ctx, { id });
    expect(campaign).toMatchObject({ status: 'active', started_at: expect.any(Date) });
    await eventually(async () =>
      expect(await own.get(id)).toMatchObject({ enrollment_counts: { active: 1 } }),
    );
    await eventually(() => expect(own.eventsOf(id)).toEqual(['campaign.created', 'campaign.launched']));
    expect(own.events(id)[1]?.data).toMatchObject({ id, status: 'active', started_at: expect.any(String) });
  });

  it('activates the contacts that were enrolled in the draft', async () => {
    const { id } = await own.create();
    await client.enrollInCampaign(own.ctx, { campaign_id: id, contact_ids: [own.contactId] });
    expect(await own.get(id)).toMatchObject({ enrollment_counts: { pending: 1 } });
    await client.launchCampaign(own.ctx, { id });
    await eventually(async () =>
      expect(await own.get(id)).toMatchObject({ enrollment_counts: { pending: 0, active: 1 } }),
    );
  });

  it('refuses an inactive account, then an empty filter, then what the gate blocks', async () => {
    const { id } = await own.create({ campaign_type: 'cold_outreach' });
    await setFields('sending_accounts', own.accountId, { status: 'suspended' });
    await setFields('sequences', own.sequenceId, { steps: [] });
    contacts.workspaceOf.delete(own.contactId);
    const launch = async () => client.launchCampaign(own.ctx, { id });
    await expect(launch()).rejects.toMatchObject({
      code: 'inactive_inbox',
      field: 'sending_account_ids[0]',
      details: { account_status: 'suspended' },
    });
    await setFields('sending_accounts', own.accountId, { status: 'active' });
    await expect(launch()).rejects.toMatchObject({ code: 'empty_filter' });
    contacts.workspaceOf.set(own.contactId, own.ctx.workspaceId);
    await expect(launch()).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'gate_blocked',
      details: {
        blocking_reasons: [
          { reason: 'sequence_has_no_steps', field: 'sequence_id', message: expect.any(String) },
        ],
      },
    });
    expect(await own.get(id)).toMatchObject({ status: 'draft', started_at: undefined });
  });

  it('launches once for concurrent requests', async () => {
    const { id } = await own.create();
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, async () => REQUESTS.launch(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
      expect(outcome).toMatchObject({
        reason: { code: 'invalid_transition', details: { status: 'active' } },
      });
    await eventually(() => expect(own.eventsOf(id)).toEqual(['campaign.created', 'campaign.launched']));
  });

  it('refuses a campaign that another request changes during the checks', async () => {
    const { id } = await own.create();
    contacts.onRequest = async () => {
      contacts.onRequest = async () => undefined;
      await client.archiveCampaign(own.ctx, { id });
    };
    await expect(REQUESTS.launch(id)).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { status: 'archived' },
    });
    expect(await own.get(id)).toMatchObject({ status: 'archived', started_at: undefined });
  });
});

describe('CheckGate', () => {
  it('lists the reasons and changes nothing', async () => {
    const { id } = await own.create({ campaign_type: 'cold_outreach', platform: 'platform_3' });
    const auth = { spf: 'fail', dkim: 'unknown', dmarc: 'unknown', mx: 'unknown', checked_at: null };
    await setFields('sending_accounts', own.accountId, { auth });
    const reply = await client.checkGate(own.ctx, { campaign_id: id });
    expect(reply).toMatchObject({
      passed: false,
      blocking_reasons: [
        { reason: 'platform_not_configured', field: 'platform' },
        { reason: 'spf_missing', sending_account_id: own.accountId },
      ],
      warnings: [],
    });
    expect(await own.get(id)).toMatchObject({ status: 'draft' });
  });

  it('passes a campaign that a launch accepts', async () => {
    const { id } = await own.create({ campaign_type: 'cold_outreach' });
    expect(await client.checkGate(own.ctx, { campaign_id: id })).toEqual({
      passed: true,
      blocking_reasons: [],
      warnings: [],
    });
    await client.launchCampaign(own.ctx, { id });
  });

  it('reports a template that does not render', async () => {
    const { id } = await own.create();
    await setFields('sequences', own.sequenceId, { 'steps.0.subject': '{{ nope' });
    const { blocking_reasons: reasons } = await client.checkGate(own.ctx, { campaign_id: id });
    expect(reasons).toMatchObject([{ reason: 'template_error', field: 'steps[0].subject' }]);
  });
});
