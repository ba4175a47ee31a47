import { seedCredential } from '@outreach/dev/seed';
import type { Collection, Db, Document } from 'mongodb';
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
import { givenCampaign, post, type GivenCampaign } from './given-campaign.ts';
import { createSend, keysOf, measure, type Case } from './one-at-a-time.ts';
import { randomFrom } from './random.ts';
import { measureRounds } from './rounds.ts';
import type { ProductBench } from './run-bench.ts';
import { measureWorkspace } from './workspace-analytics.ts';

const SENDS = 1_000_000;
const DAYS = 60;
const STEP_COUNT = 3;
const START = new Date('2026-03-02T00:00:00Z');
const TO = new Date(START.getTime() + DAYS * DAY_MS);

export const analytics: ProductBench = {
  name: 'analytics',
  description: `the analyses of a campaign with --contacts sends in ${STEP_COUNT} steps and ${DAYS} days, and of a workspace with 1,000 campaigns, one request at a time`,
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: SENDS,
  fillsOnce: true,
  run: async (input) => {
    const { stack, mongodb, contacts: sendCount, seed } = input;
    const { apiKey: key, workspace } = await seedCredential(stack, 'Bench');
    await post(stack, { key, path: 'contacts/', body: { email: 'first@example.com' } });
    const campaign = await givenCampaign(stack, { key, accountCount: 1, stepCount: STEP_COUNT });
    const database = mongodb.db('outreach_campaigns');
    const filled = { workspaceId: workspace.id, campaign, sendCount, random: randomFrom(seed).next };
    await insertAll(database.collection('sends'), sendsOf(filled));
    await insertCounters(database, filled);
    await insertBounceCodes(database.collection('bounce_codes'), filled);
    const send = createSend(stack, await keysOf(stack, key, KEY_COUNT));
    await measureRounds(input, async (round) => {
      for (const one of casesOf(`/api/v1/campaigns/${campaign.id}/`)) await measure(round, send, one);
    });
    await measureWorkspace(input);
  },
};

const SERIES = Object.keys(SHARES).slice(0, 8);

interface Filled {
  readonly workspaceId: string;
  readonly campaign: GivenCampaign;
  readonly sendCount: number;
  readonly random: () => number;
}

/** The time of a send: all sends are spread evenly over the days and hours. */
function timeOf(index: number, count: number): Date {
  const position = (index / count) * DAYS;
  const day = Math.floor(position);
  return new Date(START.getTime() + day * DAY_MS + (FIRST_HOUR + (position - day) * HOURS) * HOUR_MS);
}

function* sendsOf({ workspaceId, campaign, sendCount }: Filled): Generator<Document> {
  for (let index = 0; index < sendCount; index += 1) {
    const at = timeOf(index, sendCount);
    yield {
      _id: idOf('snd', index),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: idOf('enr', Math.floor(index / STEP_COUNT)),
      sequence_id: campaign.sequenceId,
      contact_id: idOf('ct', Math.floor(index / STEP_COUNT)),
      contact_email: `c${index}@example.com`,
      step_id: campaign.stepIds[index % STEP_COUNT],
      step_number: (index % STEP_COUNT) + 1,
      variant_id: null,
      sending_account_id: idOf('acc', 0),
      from_email: 'sender0@outreach.example',
      subject: 'A question about Example, Anna',
      status: 'delivered',
      scheduled_at: at,
      account_day: at.toISOString().slice(0, 10),
      campaign_day: at.toISOString().slice(0, 10),
      sent_at: at,
      delivered_at: at,
      created_at: at,
      version: 3,
      due_at: null,
      attempts: 1,
      open_count: 0,
      click_count: 0,
    };
  }
}

/** The quarters of an hour in which something was sent. */
function quarters(): readonly Date[] {
  const perDay = (HOURS * HOUR_MS) / QUARTER_MS;
  return Array.from({ length: DAYS * perDay }, (_, index) => {
    const day = Math.floor(index / perDay);
    return new Date(START.getTime() + day * DAY_MS + FIRST_HOUR * HOUR_MS + (index % perDay) * QUARTER_MS);
  });
}

/** Counters as the service stores them: by quarter of an hour, and by day. */
async function insertCounters(database: Db, filled: Filled): Promise<void> {
  const buckets = bucketsOf(filled);
  await insertAll(database.collection('buckets'), buckets);
  await insertAll(database.collection('stat_days'), daysOf(buckets));
}

interface Bucket {
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly step_id: string;
  readonly variant_id: null;
  readonly at: Date;
  readonly counts: Readonly<Record<string, number>>;
}

function bucketsOf({ workspaceId, campaign, sendCount, random }: Filled): readonly Bucket[] {
  const times = quarters();
  const sent = Math.round(sendCount / times.length / STEP_COUNT);
  return times.flatMap((at) =>
    campaign.stepIds.map((step) => ({
      _id: `${campaign.id}:${step}::${at.toISOString()}`,
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      step_id: step,
      variant_id: null,
      at,
      counts: Object.fromEntries(
        Object.entries(SHARES).map(([name, share]) => [name, Math.round(sent * share * random())]),
      ),
    })),
  );
}

function daysOf(buckets: readonly Bucket[]): readonly Document[] {
  const byDay = Map.groupBy(buckets, ({ at }) => Math.floor(at.getTime() / DAY_MS));
  return [...byDay].map(([day, own]) => {
    const start = new Date(day * DAY_MS);
    const quarterOf = ({ at }: Bucket): number => (at.getTime() - start.getTime()) / QUARTER_MS;
    return {
      _id: `${own[0]?.campaign_id}:${start.toISOString().slice(0, 10)}`,
      workspace_id: own[0]?.workspace_id,
      campaign_id: own[0]?.campaign_id,
      day: start,
      cells: sumsOf(
        Map.groupBy(own, ({ step_id: step }) => `${step}:`),
        Object.keys(SHARES),
      ),
      quarters: sumsOf(
        Map.groupBy(own, (bucket) => String(quarterOf(bucket))),
        SERIES,
      ),
    };
  });
}

function sumsOf(groups: ReadonlyMap<string, readonly Bucket[]>, names: readonly string[]): Document {
  const sum = (own: readonly Bucket[], name: string): number =>
    own.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  return Object.fromEntries(
    [...groups].map(([key, own]) => [key, Object.fromEntries(names.map((name) => [name, sum(own, name)]))]),
  );
}

const CODES = [
  { classification: 'mailbox_not_found', type: 'hard', smtp_code: 550, enhanced_code: '5.1.1' },
  { classification: 'mailbox_full', type: 'soft', smtp_code: 452, enhanced_code: '4.2.2' },
];

async function insertBounceCodes(rows: Collection, { workspaceId, campaign }: Filled): Promise<void> {
  const documents = quarters().flatMap((at) =>
    CODES.map((code) => ({
      _id: `${campaign.id}:${at.toISOString()}:${code.enhanced_code}`,
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      at,
      ...code,
      count: 1,
      sample: `${code.smtp_code} ${code.enhanced_code} refused`,
    })),
  );
  await insertAll(rows, documents);
}

function casesOf(campaign: string): readonly Case[] {
  const period = `from=${START.toISOString()}&to=${TO.toISOString()}`;
  const week = `from=${START.toISOString()}&to=${new Date(START.getTime() + 7 * DAY_MS).toISOString()}`;
  const of = (name: string, path: string): Case => ({
    name,
    request: () => ({ path: `${campaign}${path}` }),
  });
  return [
    of('summary by day, all time', 'analytics/summary/?granularity=day&time_zone=Europe/Berlin'),
    of('summary by hour, one week', `analytics/summary/?granularity=hour&${week}`),
    of('steps, all time', 'analytics/steps/'),
    of('steps, 60 days', `analytics/steps/?${period}`),
    of('reply intents', 'analytics/reply-intents/'),
    of('bounces', 'analytics/bounces/'),
    of('log, first page', 'sends/?page_size=50'),
    of('campaign with its metrics', ''),
  ];
}
