import { describe, expect, it } from '@jest/globals';
import { newId, type CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { searched, startContacts } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';

const IN_USE = { kind: 'conflict', details: { reason: 'in_use' } };
const RACES = 10;
const contacts = await sharedByTests(startContacts);

async function newSegment(ctx: CallContext): Promise<string> {
  const input = { name: 'Warm', segment_type: 'dynamic' as const, filters: [], contact_ids: [] };
  const request = { input: { ...input, filters_logic: 'AND' as const }, mask: ['name'] };
  const { segment } = await contacts.client.createSegment(ctx, request);
  return segment?.id ?? '';
}

const register = async (ctx: CallContext, campaign_id: string, ...segment_ids: string[]) =>
  contacts.asCampaigns.registerCampaign(ctx, { campaign_id, segment_ids });
const remove = async (ctx: CallContext, id: string) => contacts.client.deleteSegment(ctx, { id });
const search = async (ctx: CallContext, campaignId: string) =>
  contacts.client.searchContacts(
    ctx,
    searched({ filters: [{ field: 'in_campaign', op: 'eq', value: campaignId }] }),
  );

describe('RegisterCampaign', () => {
  it('holds the segments until the campaign names others or is released, and filters can name the campaign afterwards', async () => {
    const ctx = newWorkspace();
    const [first, second] = [await newSegment(ctx), await newSegment(ctx)];
    const campaignId = newId('cmp');
    await expect(search(ctx, campaignId)).rejects.toMatchObject({ field: 'filters[0].value' });
    await register(ctx, campaignId, first);
    await register(ctx, campaignId, first, first);
    await expect(remove(ctx, first)).rejects.toMatchObject(IN_USE);
    expect((await search(ctx, campaignId)).contacts).toEqual([]);
    await register(ctx, campaignId, second);
    await remove(ctx, first);
    await expect(remove(ctx, second)).rejects.toMatchObject(IN_USE);
    await contacts.asCampaigns.releaseCampaign(ctx, { campaign_id: campaignId });
    await remove(ctx, second);
    expect((await search(ctx, campaignId)).contacts).toEqual([]);
    const { segments } = await contacts.client.listSegments(ctx, { page: undefined });
    expect(segments).toEqual([]);
  });

  it('refuses a segment of another workspace and names its position', async () => {
    const ctx = newWorkspace();
    const own = await newSegment(ctx);
    const foreign = await newSegment(newWorkspace());
    const refused = register(ctx, newId('cmp'), own, foreign, own, newId('seg'));
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'contact_filter.segment_ids[1]',
      errors: [
        expect.objectContaining({ field: 'contact_filter.segment_ids[1]' }),
        expect.objectContaining({ field: 'contact_filter.segment_ids[3]' }),
      ],
    });
    await remove(ctx, own);
  });

  it('does not succeed together with a concurrent deletion of its segment', async () => {
    const ctx = newWorkspace();
    for (let n = 0; n < RACES; n += 1) {
      const segment = await newSegment(ctx);
      const both = await Promise.allSettled([register(ctx, newId('cmp'), segment), remove(ctx, segment)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it.each(['registerCampaign', 'releaseCampaign'] as const)(
    'refuses other callers than the campaigns service: %s',
    async (method) => {
      const by = newWorkspace({ scopes: new Set(['contacts:write', 'campaigns:write', 'admin:keys']) });
      const request = { campaign_id: newId('cmp'), segment_ids: [] };
      await expect(contacts.client[method](by, request)).rejects.toMatchObject({ kind: 'permission_denied' });
    },
  );
});
