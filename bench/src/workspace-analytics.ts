import { seedCredential } from '@outreach/dev/seed';
import type { Db, Document } from 'mongodb';
import {
  DAY_MS,
  FIRST_HOUR,
  HOUR_MS,
  HOURS,
  idOf,
  insertAll,
  KEY_COUNT,
  QUARTER_MS,
  SHARES,
} from './analytics-cases.ts';
import { createRecord, givenCampaign, post } from './given-campaign.ts';
import { createSend, keysOf, measure, type Case } from './one-at-a-time.ts';
import { randomFrom } from './random.ts';
import { measureRounds } from './rounds.ts';
import type { BenchInput } from './run-bench.ts';

const CAMPAIGNS = 1_000;
const ACCOUNTS = 200;
/** Campaigns of the client. */
const CLIENT_CAMPAIGNS = 50;
const NAMED_CAMPAIGNS = 100;
const DAYS = 365;
/** The days in which one campaign sends. */
const CAMPAIGN_DAYS = 30;
const SENDS_PER_DAY = 333;
const QUARTERS_PER_DAY = (HOURS * HOUR_MS) / QUARTER_MS;
const DAY_CHARACTERS = 10;
const MONTH_CHARACTERS = 7;
const START = new Date('2025-03-01T00:00:00Z');

/** Analyses of a workspace whose 1,000 campaigns have sent 10,000,000 emails in a year. */
export async function measureWorkspace(input: BenchInput): Promise<void> {
  const { stack, mongodb } = input;
  const { apiKey: key, workspace } = await seedCredential(stack, 'Agency', ['--agency', 'Bench agency']);
  const send = createSend(stack, await keysOf(stack, key, KEY_COUNT));
  await post(stack, { key, path: 'contacts/', body: { email: 'first@example.com' } });
  const clientId = await createRecord(stack, { key, path: 'clients/', body: { name: 'Client' } });
  await givenCampaign(stack, { key, accountCount: 1 });
  const filled = { database: mongodb.db('outreach_campaigns'), workspaceId: workspace.id };
  await copyRecords(filled, clientId);
  await insertCounters(filled, randomFrom(input.seed).next);
  await measureRounds(input, async (round) => {
    for (const one of casesOf(clientId)) await measure(round, send, one);
  });
}

interface Filled {
  readonly database: Db;
  readonly workspaceId: string;
}

/** Copies the campaign and its account. */
async function copyRecords({ database, workspaceId }: Filled, clientId: string): Promise<void> {
  const campaigns = database.collection('campaigns');
  const accounts = database.collection('sending_accounts');
  const campaign = await campaigns.findOne({ workspace_id: workspaceId });
  const account = await accounts.findOne({ workspace_id: workspaceId });
  await insertAll(
    campaigns,
    Array.from({ length: CAMPAIGNS }, (_, index) => ({
      ...campaign,
      _id: idOf('cmp', index),
      name: `Campaign ${index}`,
      client_id: index % (CAMPAIGNS / CLIENT_CAMPAIGNS) === 0 ? clientId : null,
      created_at: new Date(START.getTime() + index),
    })),
  );
  await insertAll(
    accounts,
    Array.from({ length: ACCOUNTS }, (_, index) => ({
      ...account,
      _id: idOf('acc', index),
      email: `copy${index}@outreach.example`,
    })),
  );
}

interface Owner {
  readonly kind: 'workspace' | 'campaign' | 'account';
  readonly id: string;
}

/** Counts by the number of the quarter in its day, by counter. */
type Quarters = Record<string, Map<number, number>>;

/** The counters of owners by day. */
class Days {
  readonly #days = new Map<
    string,
    { readonly owner: Owner; readonly day: Date; readonly quarters: Quarters }
  >();

  add(owner: Owner, day: Date, added: Quarters): void {
    const id = `${owner.id}:${day.toISOString().slice(0, DAY_CHARACTERS)}`;
    const quarters: Quarters = this.#days.get(id)?.quarters ?? {};
    for (const [name, counts] of Object.entries(added)) {
      const sums = (quarters[name] ??= new Map<number, number>());
      for (const [quarter, count] of counts) sums.set(quarter, (sums.get(quarter) ?? 0) + count);
    }
    this.#days.set(id, { owner, day, quarters });
  }

  *documents(workspaceId: string): Generator<Document> {
    for (const [id, { owner, day, quarters }] of this.#days)
      yield {
        _id: id,
        ...rowOf(workspaceId, owner),
        unit: 'day',
        start: day,
        counts: totalsOf(quarters),
        quarters: Object.fromEntries(
          Object.entries(quarters).map(([name, counts]) => [
            name,
            Buffer.from(Int32Array.from([...counts].flat()).buffer),
          ]),
        ),
      };
  }

  *months(workspaceId: string): Generator<Document> {
    const months = Map.groupBy(this.#days, ([id]) => id.slice(0, MONTH_CHARACTERS - DAY_CHARACTERS));
    for (const [id, days] of months) {
      const [first] = days;
      if (first === undefined) continue;
      const [, { owner, day }] = first;
      const counts: Record<string, number> = {};
      for (const [, { quarters }] of days)
        for (const [name, total] of Object.entries(totalsOf(quarters)))
          counts[name] = (counts[name] ?? 0) + total;
      const start = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()));
      yield { _id: id, ...rowOf(workspaceId, owner), unit: 'month', start, counts };
    }
  }
}

function rowOf(workspaceId: string, { kind, id }: Owner): Document {
  return { workspace_id: workspaceId, kind, owner_id: id };
}

function totalsOf(quarters: Quarters): Record<string, number> {
  return Object.fromEntries(
    Object.entries(quarters).map(([name, counts]) => [
      name,
      [...counts.values()].reduce((sum, count) => sum + count, 0),
    ]),
  );
}

/** Counters as the service stores them: by day with packed quarters of an hour, and by month. */
async function insertCounters({ database, workspaceId }: Filled, random: () => number): Promise<void> {
  const days = new Days();
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) {
    const firstDay = Math.floor((campaign / CAMPAIGNS) * (DAYS - CAMPAIGN_DAYS));
    for (let day = firstDay; day < firstDay + CAMPAIGN_DAYS; day += 1) {
      const start = new Date(START.getTime() + day * DAY_MS);
      const quarters = quartersOf(random);
      days.add({ kind: 'workspace', id: workspaceId }, start, quarters);
      days.add({ kind: 'campaign', id: idOf('cmp', campaign) }, start, quarters);
      days.add({ kind: 'account', id: idOf('acc', campaign % ACCOUNTS) }, start, quarters);
    }
  }
  const rows = database.collection('owner_stats');
  await insertAll(rows, days.documents(workspaceId));
  await insertAll(rows, days.months(workspaceId));
}

/** The counts of one campaign in one day. */
function quartersOf(random: () => number): Quarters {
  const sent = SENDS_PER_DAY / QUARTERS_PER_DAY;
  const names = Object.entries(SHARES).filter(([name]) => !name.startsWith('intent_'));
  return Object.fromEntries(
    names.map(([name, share]) => [
      name,
      new Map(
        Array.from({ length: QUARTERS_PER_DAY }, (_, index): [number, number] => [
          (FIRST_HOUR * HOUR_MS) / QUARTER_MS + index,
          Math.floor(2 * sent * share * random() + random()),
        ]).filter(([, count]) => count > 0),
      ),
    ]),
  );
}

function casesOf(clientId: string): readonly Case[] {
  const periodOf = (firstDay: number, days: number): string => {
    // Midnight in Berlin in winter.
    const from = new Date(START.getTime() + firstDay * DAY_MS - HOUR_MS);
    return `from=${from.toISOString()}&to=${new Date(from.getTime() + days * DAY_MS).toISOString()}`;
  };
  const month = periodOf(240, 30);
  const half = periodOf(100, 180);
  const ids = Array.from({ length: NAMED_CAMPAIGNS }, (_, index) => idOf('cmp', index * 10)).join(',');
  const zone = 'time_zone=Europe/Berlin';
  const of = (name: string, path: string): Case => ({
    name: `workspace: ${name}`,
    request: () => ({ path: `/api/v1/analytics/${path}` }),
  });
  return [
    of('summary by day, a year', `summary/?${zone}`),
    of('summary by day, 180 days', `summary/?${zone}&${half}`),
    of('summary by hour, 30 days', `summary/?granularity=hour&${zone}&${month}`),
    of(`summary of a client with ${CLIENT_CAMPAIGNS} campaigns`, `summary/?${zone}&client_id=${clientId}`),
    of(`summary of ${NAMED_CAMPAIGNS} campaigns`, `summary/?${zone}&campaign_ids=${ids}`),
    of('campaigns, newest first', 'campaigns/'),
    of('campaigns by emails sent', 'campaigns/?sort=total_sent_desc'),
    of('campaigns by reply rate, 30 days', `campaigns/?sort=reply_rate_desc&${month}`),
    of('campaigns by reply rate, 180 days', `campaigns/?sort=reply_rate_desc&${half}`),
    of('accounts', 'accounts/'),
    of('accounts, 30 days', `accounts/?${month}`),
  ];
}
