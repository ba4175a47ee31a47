import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  CampaignMetricsEntry,
  GetAnalyticsSummaryResponse,
  GetWorkspaceSummaryRequest,
  ListCampaignMetricsRequest,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';
import { AT, startOutcomes } from './outcomes-harness.ts';
import { randomOutcome } from './random-outcomes.ts';
import {
  callOf,
  countersIn,
  countersOf,
  createWorkspace,
  randomCalendar,
  SCOPES,
  sumOf,
  WHOLE_LIFE,
  withoutZeros,
  type Workspace,
} from './workspace-analytics-harness.ts';

jest.setTimeout(60_000);

const QUERIES = 12;

const campaigns = await sharedByTests(startCampaigns);
const outcomes = await sharedByTests(async () =>
  startOutcomes({ MONGODB_DATABASE: campaigns.database.databaseName }),
);
const services = { campaigns, outcomes };
const { client } = campaigns;

const summaryOf = async (
  { ctx }: Workspace,
  request: Partial<GetWorkspaceSummaryRequest> = {},
): Promise<GetAnalyticsSummaryResponse> =>
  client.getWorkspaceSummary(ctx, { ...WHOLE_LIFE, client_id: undefined, campaign_ids: [], ...request });

const campaignSummary = async (
  { ctx }: Workspace,
  id: string,
  calendar = WHOLE_LIFE,
): Promise<GetAnalyticsSummaryResponse> =>
  client.getAnalyticsSummary(ctx, { query: { campaign_id: id, ...calendar } });

describe('the summary of a workspace', () => {
  it.each([1, 2, 3])('is the sum over its campaigns, with every filter (seed %s)', async (seed) => {
    const workspace = await createWorkspace(services, seed);
    const { worlds, clientId, dice } = workspace;
    for (let query = 0; query < QUERIES; query += 1) {
      const calendar = query === 0 ? WHOLE_LIFE : randomCalendar(dice);
      const named = worlds.filter(() => dice.random() < 0.5).map(({ campaign }) => campaign.id);
      const client_id = dice.random() < 0.4 ? clientId : undefined;
      const summary = await summaryOf(workspace, { ...calendar, client_id, campaign_ids: named });
      const counted = worlds
        .map(({ campaign }) => campaign)
        .filter(({ id }) => named.length === 0 || named.includes(id))
        .filter((campaign) => client_id === undefined || campaign.client_id === client_id);
      const parts = await Promise.all(
        counted.map(async ({ id }) => campaignSummary(workspace, id, calendar)),
      );
      expect(countersOf(summary)).toEqual(sumOf(parts.map(countersOf)));
    }
    const { metrics, funnel } = await summaryOf(workspace);
    const { sent, bounced } = {
      sent: metrics?.campaign?.total_sent ?? 0,
      bounced: metrics?.campaign?.bounced ?? 0,
    };
    expect(sent).toBeGreaterThan(0);
    expect(funnel?.enrolled).toBe(60);
    expect(metrics?.campaign?.bounce_rate).toBe(bounced / sent);
  });
});

/** The pages of the campaigns with their metrics. */
async function* pagesOf(
  workspace: Workspace,
  request: Partial<ListCampaignMetricsRequest>,
  size: number,
): AsyncGenerator<readonly CampaignMetricsEntry[]> {
  const whole = { from: undefined, to: undefined, sort: 'created_desc' };
  let cursor = '';
  do {
    const page = { page_size: size, cursor };
    const { campaigns: found, meta } = await client.listCampaignMetrics(workspace.ctx, {
      ...whole,
      ...request,
      page,
    });
    cursor = meta?.next_cursor ?? '';
    expect(meta?.has_more).toBe(cursor !== '');
    yield found;
  } while (cursor !== '');
}

describe('ListCampaignMetrics and ListAccountMetrics', () => {
  const shared: { workspace?: Workspace } = {};
  beforeAll(async () => {
    shared.workspace = await createWorkspace(services, 4);
  });
  const workspaceOf = (): Workspace => {
    if (shared.workspace === undefined) throw new Error('The workspace exists.');
    return shared.workspace;
  };

  const listed = async (request: Partial<ListCampaignMetricsRequest> = {}, size = 3) => {
    const all: CampaignMetricsEntry[] = [];
    for await (const page of pagesOf(workspaceOf(), request, size)) all.push(...page);
    return all;
  };

  it('have each campaign once, also without counters, with the metrics of its own summary', async () => {
    const { dice, worlds } = workspaceOf();
    const calendar = randomCalendar(dice);
    for (const sort of ['created_desc', 'total_sent_desc', 'reply_rate_asc', 'spam_complaints_desc']) {
      const entries = await listed({ sort, from: calendar.from, to: calendar.to });
      expect(entries.map(({ campaign_id }) => campaign_id).sort()).toEqual(
        worlds.map(({ campaign }) => campaign.id).sort(),
      );
      for (const entry of entries) {
        const { metrics } = await campaignSummary(workspaceOf(), entry.campaign_id, calendar);
        expect(entry.metrics).toEqual(metrics);
      }
    }
  });

  it('are sorted by creation or by a metric, with equal metrics by id', async () => {
    const { worlds } = workspaceOf();
    const newest = worlds
      .map(({ campaign }) => campaign)
      .sort((one, other) => Number(other.created_at) - Number(one.created_at));
    expect((await listed()).map(({ campaign_id }) => campaign_id)).toEqual(newest.map(({ id }) => id));
    const keys = (await listed({ sort: 'opened_asc' })).map(
      ({ campaign_id, metrics }) => [metrics?.campaign?.opened ?? 0, campaign_id] as const,
    );
    expect(keys).toEqual(
      keys.toSorted(([one, oneId], [other, otherId]) => one - other || (oneId < otherId ? -1 : 1)),
    );
    const unique = (await listed({ sort: 'opened_desc' }, 1)).map(({ campaign_id }) => campaign_id);
    expect(unique).toEqual(keys.map(([, id]) => id).toReversed());
  });

  it('show archived campaigns with their client', async () => {
    const { worlds, clientId } = workspaceOf();
    const archived = worlds.find(({ campaign }) => campaign.status === 'archived');
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        campaign_id: archived?.campaign.id,
        status: 'archived',
        client_id: clientId,
      }),
    );
  });

  it('have every unchanged campaign once when the metrics of another one change between two pages', async () => {
    const workspace = await createWorkspace(services, 5);
    const { worlds, dice } = workspace;
    const ids: string[] = [];
    for await (const page of pagesOf(workspace, { sort: 'delivered_desc' }, 1)) {
      ids.push(...page.map(({ campaign_id }) => campaign_id));
      const leader = worlds.find(({ campaign }) => campaign.id === ids[0]);
      await leader?.record(leader.sends.map((send) => randomOutcome(send, dice)));
    }
    const unchanged = worlds.map(({ campaign }) => campaign.id).filter((id) => id !== ids[0]);
    expect(ids.filter((id) => id !== ids[0]).sort()).toEqual(unchanged.sort());
  });

  it('refuse a cursor of another sort or period, and an unknown sort', async () => {
    const { ctx } = workspaceOf();
    const request = {
      from: undefined,
      to: undefined,
      sort: 'opened_desc',
      page: { page_size: 1, cursor: '' },
    };
    const { meta } = await client.listCampaignMetrics(ctx, request);
    const page = { page_size: 1, cursor: meta?.next_cursor ?? '' };
    const refused = async (changes: Partial<ListCampaignMetricsRequest>, field: string): Promise<void> =>
      expect(client.listCampaignMetrics(ctx, { ...request, page, ...changes })).rejects.toMatchObject({
        kind: 'invalid_argument',
        field,
      });
    await refused({ sort: 'opened_asc' }, 'cursor');
    await refused({ sort: 'created_desc' }, 'cursor');
    await refused({ from: AT }, 'cursor');
    await refused({ sort: 'name_desc' }, 'sort');
    await expect(client.listCampaignMetrics(callOf(newId('ws')), { ...request, page })).rejects.toMatchObject(
      { field: 'cursor' },
    );
  });

  it('count each email for its account', async () => {
    const workspace = workspaceOf();
    const { ctx, accountIds, dice } = workspace;
    const { from, to } = randomCalendar(dice);
    const page = { page_size: 1, cursor: '' };
    const first = await client.listAccountMetrics(ctx, { from, to, page });
    const next = { page_size: 1, cursor: first.meta?.next_cursor ?? '' };
    const second = await client.listAccountMetrics(ctx, { from, to, page: next });
    const accounts = [...first.accounts, ...second.accounts];
    expect(accounts.map(({ sending_account_id }) => sending_account_id).sort()).toEqual(
      [...accountIds].sort(),
    );
    expect(accounts[0]).toMatchObject({
      status: 'active',
      health_score: expect.any(Number),
      daily_limit: 30,
    });
    expect(second.meta).toMatchObject({ has_more: false });
    const { metrics } = await summaryOf(workspace, { from, to });
    expect(sumOf(accounts.map((account) => countersIn(account.metrics)))).toEqual(
      withoutZeros(countersIn(metrics)),
    );
    await expect(client.listAccountMetrics(ctx, { from: AT, to, page: next })).rejects.toMatchObject({
      field: 'cursor',
    });
  });
});

describe('the filters of a summary', () => {
  const request = { ...WHOLE_LIFE, client_id: undefined, campaign_ids: [] };

  it('are refused for campaigns that do not exist or are of another workspace, and for too many', async () => {
    const ctx = callOf(newId('ws'));
    const foreign = campaignOf({ workspaceId: newId('ws'), sequenceId: sequenceOf(newId('ws'), 1).id });
    await campaigns.write('campaigns', foreign);
    const refusal = { kind: 'invalid_argument', field: 'campaign_ids' };
    for (const campaign_ids of [
      [newId('cmp')],
      [foreign.id],
      Array.from({ length: 101 }, () => newId('cmp')),
    ])
      await expect(client.getWorkspaceSummary(ctx, { ...request, campaign_ids })).rejects.toMatchObject(
        refusal,
      );
  });

  it('name a client of the workspace, and only in an agency', async () => {
    const ctx = callOf(newId('ws'));
    const client_id = newId('cli');
    await expect(client.getWorkspaceSummary(ctx, { ...request, client_id })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'client_id',
    });
    const outside = testCall(ctx.workspaceId, { scopes: new Set(SCOPES) });
    await expect(client.getWorkspaceSummary(outside, { ...request, client_id })).rejects.toMatchObject({
      kind: 'permission_denied',
    });
    campaigns.contacts.clients.add(client_id);
    const { funnel, time_series } = await client.getWorkspaceSummary(ctx, { ...request, client_id });
    expect([funnel?.enrolled, time_series]).toEqual([0, []]);
  });

  it('leave only zeros in a workspace without campaigns', async () => {
    const ctx = callOf(newId('ws'));
    const { metrics, time_series } = await client.getWorkspaceSummary(ctx, request);
    expect([metrics?.campaign?.total_sent, metrics?.delivery_rate, time_series]).toEqual([0, 0, []]);
    const page = { page_size: 10, cursor: '' };
    const whole = { from: undefined, to: undefined };
    expect(await client.listCampaignMetrics(ctx, { ...whole, sort: 'opened_desc', page })).toMatchObject({
      campaigns: [],
      meta: { has_more: false },
    });
    expect((await client.listAccountMetrics(ctx, { ...whole, page })).accounts).toEqual([]);
  });
});
