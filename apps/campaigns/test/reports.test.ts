import { describe, expect, it, jest } from '@jest/globals';
import type { CreateReportRequest, Report } from '@outreach/contracts-campaigns/gen/reports.ts';
import { REPORT_CAMPAIGNS_MAX } from '@outreach/contracts-campaigns/report';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { CAMPAIGN_SCOPES } from './campaign-requests.ts';
import { campaignOf, startCampaigns } from './campaigns-harness.ts';
import { createMovingClock } from './moving-clock.ts';
import { startOutcomes } from './outcomes-harness.ts';
import { callOf, countersOf, createWorkspace, WHOLE_LIFE } from './workspace-analytics-harness.ts';

jest.setTimeout(60_000);

const HOUR_MS = 3_600_000;
const clock = createMovingClock();
const campaigns = await sharedByTests(async () => startCampaigns({}, clock));
const outcomes = await sharedByTests(async () =>
  startOutcomes({ MONGODB_DATABASE: campaigns.database.databaseName }),
);
const { client } = campaigns;

const newCall = (): CallContext => testCall(newId('ws'), CAMPAIGN_SCOPES);
const anyone = (): CallContext => testCall('', { scopes: new Set() });
const NONE = {
  client_id: undefined,
  campaign_ids: [],
  from: undefined,
  to: undefined,
  expires_at: undefined,
};

async function create(ctx: CallContext, input: Partial<CreateReportRequest> = {}): Promise<Report> {
  const { report } = await client.createReport(ctx, { name: 'Spring', ...NONE, ...input });
  if (report === undefined) throw new Error('A report is missing.');
  return report;
}

const tokenOf = ({ url }: Report): string => url.slice(url.lastIndexOf('/') + 1);
const read = async (report: Report) => client.readSharedReport(anyone(), { token: tokenOf(report) });
const NOT_FOUND = { kind: 'not_found' };

describe('a shared report', () => {
  it('has an address with 128 random bits, and is listed', async () => {
    const ctx = newCall();
    const [first, second] = [await create(ctx), await create(ctx, { name: ' Two ' })];
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/reports\/[\w-]{22}$/);
    expect(second).toMatchObject({ name: 'Two', campaign_ids: [] });
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    expect(await client.getReport(ctx, { id: first.id })).toEqual({ report: first });
    const page = await client.listReports(ctx, { page: { page_size: 1, cursor: '' } });
    expect(page).toMatchObject({ reports: [second], meta: { has_more: true } });
    const next = { page_size: 1, cursor: page.meta?.next_cursor ?? '' };
    expect(await client.listReports(ctx, { page: next })).toMatchObject({ reports: [first] });
  });

  it('has a name of at most 200 characters, whatever they are', async () => {
    const ctx = newCall();
    expect(await create(ctx, { name: '📈'.repeat(200) })).toMatchObject({ name: '📈'.repeat(200) });
    await expect(create(ctx, { name: '📈'.repeat(201) })).rejects.toMatchObject({ field: 'name' });
  });

  it('stores its token sealed', async () => {
    const report = await create(newCall());
    const stored = await campaigns.database
      .collection<{ _id: string }>('reports')
      .findOne({ _id: report.id });
    expect(JSON.stringify(stored)).not.toContain(tokenOf(report));
  });

  it('is unknown to other workspaces', async () => {
    const { id } = await create(newCall());
    await expect(client.getReport(newCall(), { id })).rejects.toMatchObject(NOT_FOUND);
    await expect(client.deleteReport(newCall(), { id })).rejects.toMatchObject(NOT_FOUND);
  });

  it('is created by writers and read by readers', async () => {
    const reader = testCall(newId('ws'), { scopes: new Set(['campaigns:read']) });
    await expect(create(reader)).rejects.toMatchObject({ kind: 'permission_denied' });
    expect(await client.listReports(reader, { page: undefined })).toMatchObject({ reports: [] });
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'n'.repeat(201) }],
    ['campaign_ids[0]', { campaign_ids: [newId('cmp')] }],
    ['campaign_ids', { campaign_ids: Array.from({ length: REPORT_CAMPAIGNS_MAX + 1 }, () => newId('cmp')) }],
    ['campaign_ids', { campaign_ids: [newId('cmp')], client_id: newId('cli') }],
    ['client_id', { client_id: newId('cli') }],
    ['to', { from: new Date(2), to: new Date(1) }],
    ['expires_at', { expires_at: new Date(1) }],
  ])('is refused for a wrong %s: %j', async (field, input) => {
    await expect(create(callOf(newId('ws')), input)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field,
    });
  });

  it('is of a client in an agency only', async () => {
    await expect(create(newCall(), { client_id: newId('cli') })).rejects.toMatchObject({
      kind: 'permission_denied',
    });
  });
});

describe('the page of a report', () => {
  it('has the numbers of the workspace, of a client or of campaigns', async () => {
    const workspace = await createWorkspace({ campaigns, outcomes }, 7);
    const { ctx, clientId, worlds } = workspace;
    const ids = worlds.map(({ campaign }) => campaign.id);
    const choices = [
      { report: {}, query: {}, count: 4 },
      { report: { client_id: clientId }, query: { client_id: clientId }, count: 2 },
      { report: { campaign_ids: ids.slice(1) }, query: { campaign_ids: ids.slice(1) }, count: 3 },
    ];
    for (const { report, query, count } of choices) {
      const page = await read(await create(ctx, report));
      const all = { ...WHOLE_LIFE, client_id: undefined, campaign_ids: [] };
      const expected = await client.getWorkspaceSummary(ctx, { ...all, ...query });
      expect(countersOf(page)).toEqual(countersOf(expected));
      expect(page).toMatchObject({ name: 'Spring', granularity: 'day', campaign_count: count });
      const sent = page.campaigns.map(({ metrics }) => metrics?.campaign?.total_sent ?? 0);
      expect(sent).toEqual(sent.toSorted((one, other) => other - one));
      expect(sent.reduce((sum, value) => sum + value, 0)).toBe(expected.metrics?.campaign?.total_sent);
    }
  });

  it('has the numbers of its period', async () => {
    const { ctx } = await createWorkspace({ campaigns, outcomes }, 8);
    const from = new Date('2026-03-10T00:00:00Z');
    const page = await read(await create(ctx, { from }));
    const all = { ...WHOLE_LIFE, client_id: undefined, campaign_ids: [] };
    expect(countersOf(page)).toEqual(countersOf(await client.getWorkspaceSummary(ctx, { ...all, from })));
  });

  it('names campaigns, and neither contacts nor addresses', async () => {
    const { ctx } = await createWorkspace({ campaigns, outcomes }, 9);
    const text = JSON.stringify(await read(await create(ctx)));
    expect(text).not.toMatch(/@|ct_|acc_|ws_|cmp_/);
  });

  it('is empty for a workspace without campaigns', async () => {
    expect(await read(await create(newCall()))).toMatchObject({ campaigns: [], time_series: [] });
  });

  it('lists at most 50 campaigns', async () => {
    const ctx = newCall();
    const { workspaceId } = ctx;
    const many = Array.from({ length: 51 }, () => campaignOf({ workspaceId, sequenceId: newId('seq') }));
    await campaigns.write('campaigns', ...many);
    const page = await read(await create(ctx));
    expect(page.campaigns).toHaveLength(50);
    expect(page.campaign_count).toBe(51);
  });

  it('is gone when the report is deleted', async () => {
    const ctx = newCall();
    const report = await create(ctx);
    await client.deleteReport(ctx, { id: report.id });
    await expect(read(report)).rejects.toMatchObject(NOT_FOUND);
  });

  it('is gone when the report expires', async () => {
    const report = await create(newCall(), { expires_at: new Date(clock.now() + HOUR_MS) });
    expect(await read(report)).toMatchObject({ name: 'Spring' });
    clock.setAhead(HOUR_MS);
    const late = testCall('', { scopes: new Set(), deadlineAtMs: clock.now() + HOUR_MS });
    await expect(client.readSharedReport(late, { token: tokenOf(report) })).rejects.toMatchObject(NOT_FOUND);
    clock.setAhead(0);
  });

  it('does not exist for another token', async () => {
    await expect(client.readSharedReport(anyone(), { token: 'A'.repeat(22) })).rejects.toMatchObject(
      NOT_FOUND,
    );
  });
});
