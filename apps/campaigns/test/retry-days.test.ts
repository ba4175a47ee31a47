import { expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Send } from '../src/sends/index.ts';
import { createNoonClock } from './moving-clock.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const DAY_MS = 24 * 60 * 60_000;
const service = await sharedByTests(async () => startSending({}, createNoonClock()));
const nowMs = service.clock.now();
const sink = await sharedByTests(async () => startMailSink());

const dayText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const today = dayText(nowMs);
const tomorrow = dayText(nowMs + DAY_MS);
const yesterday = dayText(nowMs - DAY_MS);
/** A retry that was planned for the day before. */
const RETRY = {
  attempts: 1,
  error: 'The server refused the email for now (451 4.7.1).',
  account_day: yesterday,
  campaign_day: yesterday,
  due_at: null,
} as const;

interface Days {
  readonly _id: string;
  readonly workspace_id: string;
  readonly days: Readonly<Record<string, unknown>>;
}

async function writeDays(
  { workspaceId, accountId, campaign }: SendingWorkspace,
  { account = 0, campaign: planned = 0, leads = 0 },
): Promise<void> {
  const { database } = service;
  await database
    .collection<Days>('planned_accounts')
    .insertOne({ _id: accountId, workspace_id: workspaceId, days: { [yesterday]: 5, [today]: account } });
  await database.collection<Days>('planned_campaigns').insertOne({
    _id: campaign.id,
    workspace_id: workspaceId,
    days: { [yesterday]: { planned: 5, new_leads: 5 }, [today]: { planned, new_leads: leads } },
  });
}

async function readDays({ accountId, campaign }: SendingWorkspace): Promise<object> {
  const { database } = service;
  const account = await database.collection<Days>('planned_accounts').findOne({ _id: accountId });
  const own = await database.collection<Days>('planned_campaigns').findOne({ _id: campaign.id });
  return { account: account?.days, campaign: own?.days };
}

/** Plans retries of the day before that are due together. Returns their days, due times and states when they have ended. */
async function retry(workspace: SendingWorkspace, count: number, changes: Partial<Send> = {}) {
  const add = async () => workspace.planNew({ ...RETRY, ...changes });
  const planned = await Promise.all(Array.from({ length: count }, add));
  const ids = planned.map(({ id }) => id);
  await workspace.makeDue(...ids);
  return eventually(async () => {
    const rows = await Promise.all(ids.map(async (id) => workspace.readSend(id)));
    const open = rows.filter(({ due_at: dueAt }) => dueAt !== null && dueAt.getTime() <= service.clock.now());
    expect([open.length, rows.filter(({ status }) => status === 'sending').length]).toEqual([0, 0]);
    return rows
      .map((row) => [row.status, row.account_day, row.due_at?.toISOString().slice(0, 10) ?? null])
      .toSorted();
  });
}

it('counts retries of the day before against the limit of the account of the day on which they are sent', async () => {
  const workspace = await newSendingWorkspace(service, { sink, account: { daily_limit: 5 } });
  await writeDays(workspace, { account: 3, campaign: 3 });
  expect(await retry(workspace, 5)).toEqual([
    ['delivered', today, null],
    ['delivered', today, null],
    ['queued', tomorrow, tomorrow],
    ['queued', tomorrow, tomorrow],
    ['queued', tomorrow, tomorrow],
  ]);
  expect(await readDays(workspace)).toEqual({
    account: { [yesterday]: 0, [today]: 5, [tomorrow]: 3 },
    campaign: {
      [yesterday]: { planned: 0, new_leads: 0 },
      [today]: { planned: 5, new_leads: 2 },
      [tomorrow]: { planned: 3, new_leads: 3 },
    },
  });
});

it('counts retries of the day before against the limits of the campaign', async () => {
  const limits = { daily_send_limit: 10, max_new_leads_per_day: 2 };
  const workspace = await newSendingWorkspace(service, { sink, campaign: limits });
  await writeDays(workspace, { account: 5, campaign: 5, leads: 1 });
  expect(await retry(workspace, 3)).toEqual([
    ['delivered', today, null],
    ['queued', tomorrow, tomorrow],
    ['queued', tomorrow, tomorrow],
  ]);
});

it('keeps the place of a retry in the day of its account when only the day of the campaign is another one', async () => {
  const workspace = await newSendingWorkspace(service, { sink, account: { daily_limit: 5 } });
  await writeDays(workspace, { account: 5, campaign: 4 });
  expect(await retry(workspace, 1, { account_day: today })).toEqual([['delivered', today, null]]);
  expect(await readDays(workspace)).toMatchObject({
    account: { [today]: 5 },
    campaign: { [today]: { planned: 5 } },
  });
});

it('spreads retries over as many days as the limit of the account needs', async () => {
  const workspace = await newSendingWorkspace(service, { sink, account: { daily_limit: 5 } });
  const states = await retry(workspace, 12);
  expect(states.filter(([status]) => status === 'delivered')).toHaveLength(5);
  expect(await readDays(workspace)).toMatchObject({
    account: { [today]: 5, [tomorrow]: 5, [dayText(nowMs + 2 * DAY_MS)]: 2 },
  });
});
