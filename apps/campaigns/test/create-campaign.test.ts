import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
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

const countOf = async (collection: string) =>
  campaigns.database.collection(collection).countDocuments({ workspace_id: own.ctx.workspaceId });

describe('CreateCampaign', () => {
  it('creates a draft with the defaults, and emits campaign.created with the campaign', async () => {
    const campaign = await own.create();
    expect(campaign).toMatchObject({
      workspace_id: own.ctx.workspaceId,
      name: 'Spring',
      status: 'draft',
      platform: 'native',
      daily_send_limit: 50,
      send_days: [1, 2, 3, 4, 5],
      contact_filter: filterOf(),
      client_id: undefined,
      started_at: undefined,
      metrics: { total_sent: 0, open_rate: 0 },
      enrollment_counts: { pending: 0, active: 0, paused: 0, completed: 0, stopped: 0 },
    });
    expect(await own.get(campaign.id)).toEqual(campaign);
    expect(contacts.registered.get(campaign.id)).toEqual([]);
    await eventually(() => expect(own.eventsOf(campaign.id)).toEqual(['campaign.created']));
    const [created] = own.events(campaign.id);
    expect(created?.data).toMatchObject({ id: campaign.id, status: 'draft', metrics: { total_sent: 0 } });
    expect(created?.data).not.toHaveProperty('version');
    expect(campaigns.violations).toEqual([]);
  });

  it('stores every field of the request', async () => {
    const segment = own.newSegment();
    const input = {
      campaign_type: 'cold_outreach',
      platform: 'platform_2',
      min_health_score: 70,
      daily_send_limit: 1,
      max_new_leads_per_day: 7,
      smart_time_gaps: false,
      send_window_start: 0,
      send_window_end: 24,
      open_tracking_enabled: false,
      link_tracking_enabled: false,
      stop_on_reply: false,
      stop_on_domain_reply: true,
      stop_on_unsubscribe: false,
      allow_risky_contacts: true,
      auto_enroll: true,
      contact_filter: { segment_ids: [segment], icp_tier: ['A'], grade: ['B'] },
    };
    const campaign = await own.create({ ...input, send_days: [0, 6] });
    expect(campaign).toMatchObject({ ...input, send_days: [6, 7] });
    expect(contacts.registered.get(campaign.id)).toEqual([segment]);
  });

  it('names every unknown sequence and account with its index, and stores nothing', async () => {
    const input = {
      sequence_id: newId('seq'),
      sending_account_ids: [own.accountId, own.accountId, newId('acc'), newId('acc')],
    };
    await expect(own.create(input)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'sequence_id',
      errors: [
        { field: 'sequence_id' },
        { field: 'sending_account_ids[2]' },
        { field: 'sending_account_ids[3]' },
      ],
    });
    expect(await countOf('campaigns')).toBe(0);
  });

  it('refuses an archived sequence, and records of another workspace', async () => {
    const sequenceId = await own.newSequence({ status: 'archived' });
    await expect(own.create({ sequence_id: sequenceId })).rejects.toMatchObject({ field: 'sequence_id' });
    const other = await newCampaignWorkspace(campaigns);
    await expect(own.create({ sequence_id: other.sequenceId })).rejects.toMatchObject({
      field: 'sequence_id',
    });
    await expect(own.create({ sending_account_ids: [other.accountId] })).rejects.toMatchObject({
      field: 'sending_account_ids[0]',
    });
  });

  it('refuses an unknown segment before a paused account, and a paused account before an empty filter', async () => {
    const paused = await own.newAccount({ status: 'paused' });
    contacts.workspaceOf.delete(own.contactId);
    const input = { sending_account_ids: [own.accountId, paused] };
    const filter = filterOf(own.newSegment(), newId('seg'));
    await expect(own.create({ ...input, contact_filter: filter })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'contact_filter.segment_ids[1]',
    });
    await expect(own.create(input)).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'inactive_inbox',
      field: 'sending_account_ids[1]',
      details: { account_status: 'paused' },
    });
    await expect(own.create()).rejects.toMatchObject({ kind: 'failed_precondition', code: 'empty_filter' });
    expect(await countOf('campaigns')).toBe(0);
  });

  it('accepts a client in an agency only, if it exists', async () => {
    const clientId = newId('cli');
    await expect(own.create({ client_id: clientId })).rejects.toMatchObject({ kind: 'permission_denied' });
    own = await newCampaignWorkspace(campaigns, { agencyId: newId('agn') });
    await expect(own.create({ client_id: clientId })).rejects.toMatchObject({ field: 'client_id' });
    contacts.clients.add(clientId);
    expect(await own.create({ client_id: clientId })).toMatchObject({ client_id: clientId });
  });

  it('stores nothing if the sequence or account is deleted while contacts answers', async () => {
    for (const [collection, id, field] of [
      ['sequences', own.sequenceId, 'sequence_id'],
      ['sending_accounts', own.accountId, 'sending_account_ids[0]'],
    ] as const) {
      own = await newCampaignWorkspace(campaigns);
      const filter: object = { _id: collection === 'sequences' ? own.sequenceId : own.accountId };
      expect(id).toBeDefined();
      contacts.onRequest = async () => {
        await campaigns.database.collection(collection).deleteOne(filter);
      };
      await expect(own.create()).rejects.toMatchObject({ kind: 'invalid_argument', field });
      expect(await countOf('campaigns')).toBe(0);
    }
  });

  it('releases the segments of a request that failed after its registration', async () => {
    contacts.workspaceOf.delete(own.contactId);
    const segment = own.newSegment();
    await expect(own.create({ contact_filter: filterOf(segment) })).rejects.toMatchObject({
      code: 'empty_filter',
    });
    const [id] = [...contacts.registered].find(([, segments]) => segments.includes(segment)) ?? [''];
    const checks = campaigns.database.collection<{ _id: string }>('registration_checks');
    await checks.updateOne({ _id: id }, { $set: { due_at: new Date(0) } });
    await eventually(() => expect(contacts.registered.get(id)).toEqual([]), { timeoutMs: 15_000 });
    await eventually(async () => expect(await checks.countDocuments({ _id: id })).toBe(0));
  });

  it('creates one campaign for requests with the same idempotency key', async () => {
    const tag = { id: newId('idem'), fingerprint: 'same' };
    const ctx = { ...own.ctx, idempotency: tag };
    const input = {
      name: 'Once',
      campaign_type: 'nurture',
      sequence_id: own.sequenceId,
      sending_account_ids: [own.accountId],
      send_days: [],
      contact_filter: undefined,
    };
    const request = { input, mask: ['name', 'campaign_type', 'sequence_id', 'sending_account_ids'] };
    const [first, second] = [
      await client.createCampaign(ctx, request),
      await client.createCampaign(ctx, request),
    ];
    expect(second).toEqual(first);
    expect(await countOf('campaigns')).toBe(1);
  });
});
