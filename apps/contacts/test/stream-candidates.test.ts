import { describe, expect, it } from '@jest/globals';
import type { ContactFilter } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { CallContext } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';
import { createContact, newWorkspace } from './given.ts';

const NO_FILTER: ContactFilter = { segment_ids: [], icp_tiers: [], grades: [] };
const PAGE_SIZE = 500;
const app = await sharedByTests(startContacts);

function pagesOf(
  ctx: CallContext,
  { after = '', filter = {} }: { after?: string; filter?: Partial<ContactFilter> } = {},
) {
  return app.asCampaigns.streamCandidates(ctx, { contact_filter: { ...NO_FILTER, ...filter }, after });
}

async function idsOf(
  ctx: CallContext,
  request: Parameters<typeof pagesOf>[1] = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { candidates } of pagesOf(ctx, request))
    ids.push(...candidates.map(({ contact_id }) => contact_id));
  return ids;
}

/** Creates contacts and returns their ids in the order of creation. */
async function createMany(ctx: CallContext, count: number, part = 0): Promise<readonly string[]> {
  const email = (index: number) => `${part === 0 ? '' : `${part}-`}${index}@example.com`;
  const rows = Array.from({ length: count }, (_, index) => written({ email: email(index) }));
  const request = { rows, dedup_behavior: 'update' as const };
  const { outcomes } = await app.client.bulkUpsertContacts(ctx, request);
  return outcomes.map(({ contact_id }) => contact_id ?? '');
}

describe('StreamCandidates', () => {
  it('returns every contact of the workspace once, in pages', async () => {
    const ctx = newWorkspace();
    const created = await createMany(ctx, PAGE_SIZE * 2);
    await createContact(app, newWorkspace(), { email: 'foreign@example.com' });
    const sizes: number[] = [];
    for await (const { candidates } of pagesOf(ctx)) sizes.push(candidates.length);
    expect(sizes).toEqual([PAGE_SIZE, PAGE_SIZE]);
    expect((await idsOf(ctx)).toSorted()).toEqual(created.toSorted());
  });

  it('continues after the position of a page', async () => {
    const ctx = newWorkspace();
    const created = await createMany(ctx, PAGE_SIZE + 20);
    const pages = pagesOf(ctx);
    const { value: first } = await pages.next();
    await pages.return();
    const rest = await idsOf(ctx, { after: first?.after ?? '' });
    const ids = [...(first?.candidates ?? []).map(({ contact_id }) => contact_id), ...rest];
    expect(rest).toHaveLength(20);
    expect(ids.toSorted()).toEqual(created.toSorted());
  });

  it('leaves out deleted contacts and contacts that do not match, and marks suppressed ones', async () => {
    const ctx = newWorkspace();
    const [kept = '', gone = '', suppressed = ''] = await createMany(ctx, 3);
    await app.client.deleteContact(ctx, { id: gone });
    await app.client.createSuppression(ctx, {
      input: { type: 'email', value: '2@example.com', reason: 'manual' },
    });
    const { value: page } = await pagesOf(ctx).next();
    const marks = page?.candidates.map(({ contact_id, is_suppressed }) => [contact_id, is_suppressed]);
    expect(marks?.toSorted()).toEqual(
      [
        [kept, false],
        [suppressed, true],
      ].toSorted(),
    );
    expect(page?.after).toBeUndefined();
    expect(await idsOf(ctx, { filter: { grades: ['A'] } })).toEqual([]);
    expect(await idsOf(ctx, { filter: { grades: ['F'] } })).toHaveLength(2);
    expect(app.violations).toEqual([]);
  });

  it('returns one empty page for a workspace without contacts', async () => {
    const pages = [];
    for await (const page of pagesOf(newWorkspace())) pages.push(page);
    expect(pages).toEqual([{ candidates: [], after: undefined }]);
  });

  it('refuses an invalid position, unknown segments, and other callers than the campaigns service', async () => {
    const ctx = newWorkspace();
    await expect(idsOf(ctx, { after: 'nonsense' })).rejects.toMatchObject({ field: 'after' });
    const request = { contact_filter: NO_FILTER, after: '' };
    const refused = app.client.streamCandidates(ctx, request).next();
    await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});

describe('SampleCandidates', () => {
  const sampleOf = async (ctx: CallContext, filter: Partial<ContactFilter> = {}) =>
    app.asCampaigns.sampleCandidates(ctx, { contact_filter: { ...NO_FILTER, ...filter } });

  it('returns all matches, with their suppressions, up to 5,000', async () => {
    const ctx = newWorkspace();
    const created = await createMany(ctx, PAGE_SIZE + 20);
    await createContact(app, newWorkspace(), { email: 'foreign@example.com' });
    await app.client.createSuppression(ctx, {
      input: { type: 'email', value: '2@example.com', reason: 'manual' },
    });
    const { candidates, ...counts } = await sampleOf(ctx);
    expect(candidates.map(({ contact_id }) => contact_id).toSorted()).toEqual(created.toSorted());
    expect(candidates.filter(({ is_suppressed }) => is_suppressed)).toHaveLength(1);
    expect(counts).toEqual({ total: PAGE_SIZE + 20, is_total_estimated: false });
    expect(await sampleOf(ctx, { grades: ['A'] })).toMatchObject({ candidates: [], total: 0 });
  });

  it('returns 5,000 of more matches, spread over their times of creation', async () => {
    const ctx = newWorkspace();
    const ids: string[] = [];
    for (let part = 0; part < 6; part += 1) ids.push(...(await createMany(ctx, 1_000, part)));
    const { candidates, ...counts } = await sampleOf(ctx);
    expect(counts).toEqual({ total: 6_000, is_total_estimated: false });
    const sampled = candidates.map(({ contact_id }) => contact_id);
    expect(new Set(sampled).size).toBe(sampled.length);
    expect(sampled.length).toBeGreaterThan(1_000);
    expect(sampled.length).toBeLessThanOrEqual(5_000);
    // The last part may be created within the last twentieth of the time.
    for (let part = 0; part < 5; part += 1) {
      const own = new Set(ids.slice(part * 1_000, (part + 1) * 1_000));
      expect(sampled.some((id) => own.has(id))).toBe(true);
    }
  });

  it('is refused to other callers than the campaigns service', async () => {
    const refused = app.client.sampleCandidates(newWorkspace(), { contact_filter: NO_FILTER });
    await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' });
  });
});

describe('CheckContactFilter', () => {
  const hasMatches = async (ctx: CallContext, filter: Partial<ContactFilter> = {}): Promise<boolean> =>
    (await app.asCampaigns.checkContactFilter(ctx, { contact_filter: { ...NO_FILTER, ...filter } }))
      .has_matches;

  it('returns true if a contact matches that is not deleted', async () => {
    const ctx = newWorkspace();
    expect(await hasMatches(ctx)).toBe(false);
    const { id } = await createContact(app, ctx, { email: 'only@example.com' });
    expect(await hasMatches(ctx)).toBe(true);
    expect(await hasMatches(ctx, { grades: ['A', 'B'] })).toBe(false);
    expect(await hasMatches(ctx, { grades: ['F'] })).toBe(true);
    await app.client.deleteContact(ctx, { id });
    expect(await hasMatches(ctx)).toBe(false);
  });
});

describe('GetMergeData', () => {
  it('returns contacts that are not deleted, and the fallback values by name', async () => {
    const ctx = newWorkspace();
    const input = { name: 'plan', field_type: 'string', options: [], fallback_value: 'free' };
    await app.client.createCustomField(ctx, { input });
    await app.client.createCustomField(ctx, {
      input: { ...input, name: 'seats', fallback_value: undefined },
    });
    const { id } = await createContact(app, ctx, { email: 'a@example.com', custom_fields: { seats: '3' } });
    const gone = await createContact(app, ctx, { email: 'b@example.com' });
    await app.client.deleteContact(ctx, { id: gone.id });
    const data = await app.asCampaigns.getMergeData(ctx, { contact_ids: [id, gone.id] });
    expect(data.contacts).toMatchObject([{ id, email: 'a@example.com', custom_fields: { seats: '3' } }]);
    expect(data.fallback_values).toEqual({ plan: 'free' });
  });
});
