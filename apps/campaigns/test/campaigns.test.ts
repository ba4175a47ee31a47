import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  CAMPAIGN_SCOPES,
  filterOf,
  newCampaignWorkspace,
  type CampaignWorkspace,
} from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, contacts } = campaigns;
let own: CampaignWorkspace;

beforeEach(async () => {
  contacts.onRequest = async () => undefined;
  own = await newCampaignWorkspace(campaigns);
});

describe('CloneCampaign', () => {
  it('creates drafts with the same settings and free names, also of an archived campaign', async () => {
    const { id } = await own.create({ daily_send_limit: 9, contact_filter: filterOf(own.newSegment()) });
    await client.archiveCampaign(own.ctx, { id });
    const original = await own.get(id);
    for (const name of ['Spring (Copy)', 'Spring (Copy 2)', 'Spring (Copy 3)']) {
      const { campaign } = await client.cloneCampaign(own.ctx, { id });
      expect(campaign).toMatchObject({ name, status: 'draft', daily_send_limit: 9, archived_at: undefined });
      expect(campaign?.contact_filter).toEqual(original.contact_filter);
      expect(contacts.registered.get(campaign?.id ?? '')).toEqual(original.contact_filter?.segment_ids);
      await eventually(() => expect(own.eventsOf(campaign?.id ?? '')).toEqual(['campaign.created']));
    }
    const { campaign } = await client.cloneCampaign(own.ctx, { id, name: 'Autumn' });
    expect(campaign).toMatchObject({ name: 'Autumn' });
  });

  it('refuses the clone of a campaign with an archived sequence', async () => {
    const { id } = await own.create();
    const filter: object = { _id: own.sequenceId };
    await campaigns.database.collection('sequences').updateOne(filter, { $set: { status: 'archived' } });
    await expect(client.cloneCampaign(own.ctx, { id })).rejects.toMatchObject({ field: 'sequence_id' });
  });
});

describe('ListCampaigns', () => {
  const list = async (filter: object = {}, page = { page_size: 50, cursor: '' }) =>
    client.listCampaigns(own.ctx, {
      page,
      statuses: [],
      created_after: undefined,
      updated_after: undefined,
      ...filter,
    });
  const idsOf = async (filter: object) => (await list(filter)).campaigns.map(({ id }) => id);

  it('returns pages, newest first, without archived campaigns', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.unshift((await own.create()).id);
    const [archived = '', ...rest] = ids;
    await client.archiveCampaign(own.ctx, { id: archived });
    const first = await list({}, { page_size: 2, cursor: '' });
    const second = await list({}, { page_size: 2, cursor: first.meta?.next_cursor ?? '' });
    expect([...first.campaigns, ...second.campaigns].map(({ id }) => id)).toEqual(rest);
    expect(second.meta?.has_more).toBe(false);
    expect(await idsOf({ statuses: ['archived'] })).toEqual([archived]);
    expect(await idsOf({ statuses: ['archived', 'draft'] })).toEqual(ids);
    const otherFilter = list({ platform: 'native' }, { page_size: 2, cursor: first.meta?.next_cursor ?? '' });
    await expect(otherFilter).rejects.toMatchObject({ field: 'cursor' });
  });

  it('filters by type, platform and time', async () => {
    const native = await own.create();
    const other = await own.create({ campaign_type: 'warmup', platform: 'platform_1' });
    expect(await idsOf({ campaign_type: 'warmup' })).toEqual([other.id]);
    expect(await idsOf({ platform: 'native' })).toEqual([native.id]);
    expect(await idsOf({ created_after: other.created_at })).toEqual([]);
    expect(await idsOf({ created_after: native.created_at, platform: 'platform_1' })).toEqual([other.id]);
    expect(await idsOf({ updated_after: new Date(0) })).toEqual([other.id, native.id]);
    await expect(list({ statuses: ['sleeping'] })).rejects.toMatchObject({ field: 'status' });
  });

  it.each([
    ['win', ['Winter: émigrés – Paris', 'Win-back 2026']],
    ['WINTER', ['Winter: émigrés – Paris']],
    ['emigr', ['Winter: émigrés – Paris']],
    ['paris winter', ['Winter: émigrés – Paris']],
    ['back 2026', ['Win-back 2026']],
    ['win berlin', []],
    ['inter', []],
    ['win.*', ['Winter: émigrés – Paris', 'Win-back 2026']],
    ['– .', ['株式会社', 'Winter: émigrés – Paris', 'Win-back 2026']],
    ['', ['株式会社', 'Winter: émigrés – Paris', 'Win-back 2026']],
    ['株式', ['株式会社']],
  ])('returns for the search %j the campaigns %j', async (search, names) => {
    for (const name of ['Win-back 2026', 'Winter: émigrés – Paris', '株式会社']) await own.create({ name });
    const other = await newCampaignWorkspace(campaigns);
    await other.create({ name: 'Winter in Paris' });
    expect((await list({ search })).campaigns.map(({ name }) => name)).toEqual(names);
  });

  it('searches page by page, among the other filters, and by the current name', async () => {
    const created: string[] = [];
    for (const name of ['Spring A', 'Spring B', 'Spring C']) created.unshift((await own.create({ name })).id);
    const [renamed = '', archived = ''] = created;
    const first = await list({ search: 'spring' }, { page_size: 2, cursor: '' });
    const cursor = first.meta?.next_cursor ?? '';
    const second = await list({ search: ' SPRING' }, { page_size: 2, cursor });
    expect([...first.campaigns, ...second.campaigns].map(({ id }) => id)).toEqual(created);
    expect(second.meta?.has_more).toBe(false);
    const otherSearch = list({ search: 'spri' }, { page_size: 2, cursor });
    await expect(otherSearch).rejects.toMatchObject({ field: 'cursor' });

    const input = { name: 'Autumn', sending_account_ids: [], send_days: [], contact_filter: undefined };
    await client.updateCampaign(own.ctx, { id: renamed, input, mask: ['name'] });
    await client.archiveCampaign(own.ctx, { id: archived });
    expect(await idsOf({ search: 'spring' })).toEqual(created.slice(2));
    expect(await idsOf({ search: 'spring', statuses: ['archived'] })).toEqual([archived]);
    expect(await idsOf({ search: 'aut' })).toEqual([renamed]);
  });

  it('filters by client in an agency only', async () => {
    const clientId = newId('cli');
    await expect(list({ client_id: clientId })).rejects.toMatchObject({ kind: 'permission_denied' });
    own = await newCampaignWorkspace(campaigns, { agencyId: newId('agn') });
    await expect(list({ client_id: clientId })).rejects.toMatchObject({ field: 'client_id' });
    contacts.clients.add(clientId);
    const { id } = await own.create({ client_id: clientId });
    await own.create();
    expect(await idsOf({ client_id: clientId })).toEqual([id]);
  });
});

describe('the methods of campaigns', () => {
  it('need campaigns:read to read and campaigns:write to write', async () => {
    const { id } = await own.create();
    const reader = testCall(own.ctx.workspaceId, { scopes: new Set(['campaigns:read']) });
    const writer = testCall(own.ctx.workspaceId, { scopes: new Set(['campaigns:write']) });
    await expect(client.checkGate(reader, { campaign_id: id })).resolves.toBeDefined();
    await expect(client.getCampaign(writer, { id })).rejects.toMatchObject({ kind: 'permission_denied' });
    await expect(client.launchCampaign(reader, { id })).rejects.toMatchObject({ kind: 'permission_denied' });
  });

  it('return 404 for a campaign of another workspace', async () => {
    const { id } = await own.create();
    const other = testCall(newId('ws'), CAMPAIGN_SCOPES);
    const calls = [
      client.getCampaign(other, { id }),
      client.updateCampaign(other, { id, input: undefined, mask: ['name'] }),
      client.launchCampaign(other, { id }),
      client.pauseCampaign(other, { id }),
      client.resumeCampaign(other, { id }),
      client.archiveCampaign(other, { id }),
      client.cloneCampaign(other, { id }),
      client.checkGate(other, { campaign_id: id }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'not_found' });
    expect(await own.get(id)).toMatchObject({ status: 'draft' });
  });
});
