import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { filterOf, newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, contacts } = campaigns;
let own: CampaignWorkspace;

beforeEach(async () => {
  contacts.onRequest = async () => undefined;
  own = await newCampaignWorkspace(campaigns);
});

describe('UpdateCampaign', () => {
  const update = async (id: string, input: Parameters<CampaignWorkspace['create']>[0] = {}) => {
    const given = { sending_account_ids: [], send_days: [], contact_filter: undefined, ...input };
    return (await client.updateCampaign(own.ctx, { id, input: given, mask: Object.keys(input) })).campaign;
  };

  it('changes the fields of the mask, and clears a field without a value to its default', async () => {
    const { id, updated_at: before } = await own.create({ daily_send_limit: 9 });
    const changed = await update(id, { name: 'Summer', send_days: [5, 1], send_window_end: 20 });
    expect(changed).toMatchObject({
      name: 'Summer',
      send_days: [1, 5],
      send_window_end: 20,
      daily_send_limit: 9,
    });
    expect(Number(changed?.updated_at)).toBeGreaterThanOrEqual(Number(before));
    expect(await update(id, { daily_send_limit: undefined })).toMatchObject({ daily_send_limit: 50 });
  });

  it('does not move updated_at if nothing changes', async () => {
    const campaign = await own.create();
    expect(await update(campaign.id, { name: 'Spring', send_days: [5, 4, 3, 2, 1] })).toEqual(campaign);
  });

  it('takes 0 as Sunday', async () => {
    const { id } = await own.create();
    expect(await update(id, { send_days: [6, 0] })).toMatchObject({ send_days: [6, 7] });
  });

  it('checks the window with the stored fields', async () => {
    const { id } = await own.create();
    await expect(update(id, { send_window_start: 17 })).rejects.toMatchObject({ field: 'send_window_end' });
  });

  it('registers the segments of a changed filter', async () => {
    const { id } = await own.create();
    const segment = own.newSegment();
    await expect(update(id, { contact_filter: filterOf(newId('seg')) })).rejects.toMatchObject({
      field: 'contact_filter.segment_ids[0]',
    });
    await update(id, { contact_filter: filterOf(segment) });
    expect(contacts.registered.get(id)).toEqual([segment]);
    contacts.workspaceOf.delete(own.contactId);
    await expect(update(id, { contact_filter: filterOf() })).rejects.toMatchObject({ code: 'empty_filter' });
  });

  it('refuses unknown and inactive accounts', async () => {
    const { id } = await own.create();
    await expect(update(id, { sending_account_ids: [newId('acc')] })).rejects.toMatchObject({
      field: 'sending_account_ids[0]',
    });
    for (const status of ['paused', 'error', 'suspended'] as const) {
      const inactive = await own.newAccount({ status });
      await expect(update(id, { sending_account_ids: [own.accountId, inactive] })).rejects.toMatchObject({
        code: 'inactive_inbox',
        field: 'sending_account_ids[1]',
        details: { account_status: status },
      });
    }
  });

  it('refuses an inactive account that it names, also if the campaign has it already', async () => {
    const { id } = await own.create();
    await client.pauseSendingAccount(own.ctx, { id: own.accountId });
    await expect(
      update(id, { sending_account_ids: [own.accountId], daily_send_limit: 80 }),
    ).rejects.toMatchObject({ code: 'inactive_inbox', field: 'sending_account_ids[0]' });
    expect(await update(id, { daily_send_limit: 80 })).toMatchObject({ daily_send_limit: 80 });
  });

  it.each(['campaign_type', 'platform', 'sequence_id'] as const)(
    'refuses a new %s after the launch',
    async (field) => {
      const { id } = await own.create();
      const values = {
        campaign_type: 'warmup',
        platform: 'platform_1',
        sequence_id: await own.newSequence(),
      };
      expect(await update(id, { [field]: values[field] })).toMatchObject({ [field]: values[field] });
      await setStatus(id, 'paused');
      const other = { campaign_type: 'nurture', platform: 'native', sequence_id: own.sequenceId };
      await expect(update(id, { [field]: other[field] })).rejects.toMatchObject({
        kind: 'failed_precondition',
        code: 'immutable_field',
        field,
      });
      expect(await update(id, { [field]: values[field], daily_send_limit: 3 })).toMatchObject({
        daily_send_limit: 3,
      });
    },
  );

  it('changes only the name of a completed campaign, and nothing of an archived one', async () => {
    const { id } = await own.create();
    await setStatus(id, 'completed');
    const refusal = (status: string) => ({
      kind: 'conflict',
      code: 'invalid_transition',
      details: { status },
    });
    expect(await update(id, { name: 'Done' })).toMatchObject({ name: 'Done', status: 'completed' });
    await expect(update(id, { daily_send_limit: 3 })).rejects.toMatchObject(refusal('completed'));
    await setStatus(id, 'archived');
    await expect(update(id, { name: 'Again' })).rejects.toMatchObject(refusal('archived'));
  });

  it('applies concurrent changes of different fields', async () => {
    const { id } = await own.create();
    const outcomes = await Promise.allSettled([
      update(id, { name: 'Summer' }),
      update(id, { daily_send_limit: 3 }),
      update(id, { min_health_score: 7 }),
    ]);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await own.get(id)).toMatchObject({ name: 'Summer', daily_send_limit: 3, min_health_score: 7 });
  });

  async function setStatus(id: string, status: string): Promise<void> {
    const filter: object = { _id: id };
    await campaigns.database.collection('campaigns').updateOne(filter, { $set: { status } });
  }
});
