import { beforeAll, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { scrape } from '@outreach/service-kit/metrics';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newWorkspace, startAccounts } from './accounts-harness.ts';

const HOUR_MS = 3_600_000;
/** An account in error has an item in the queue of reconnections. */
const ACCOUNTS_IN_ERROR = 3;
const HOURS_DUE = [1, 2];

const accounts = await sharedByTests(startAccounts);

// Values are read at most every 15 s, so all rows exist before the first reading.
beforeAll(async () => {
  const row = (dueAtMs: number) => ({
    workspace_id: newWorkspace(),
    due_at: new Date(dueAtMs),
    lease_token: null,
  });
  const inError = Array.from({ length: ACCOUNTS_IN_ERROR }, () => ({
    _id: newId('acc'),
    ...row(Date.now() + HOUR_MS),
  }));
  const waiting = HOURS_DUE.map((hours) => ({
    _id: newId('snd'),
    status: 'queued',
    ...row(Date.now() - hours * HOUR_MS),
  }));
  const { database } = accounts;
  await database.collection<{ _id: string }>('account_reconnects').insertMany(inError);
  await database.collection<{ _id: string }>('sends').insertMany(waiting);
});

async function reported(metric: string): Promise<number> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${metric} `));
  return Number(line?.split(' ')[1]);
}

it('reports the number of sending accounts in error', async () => {
  await eventually(async () => expect(await reported('sending_accounts_in_error')).toBe(ACCOUNTS_IN_ERROR));
});

it('reports how long the oldest due email waits', async () => {
  await eventually(async () => {
    const hours = ((await reported('send_oldest_due_seconds')) * 1000) / HOUR_MS;
    expect(hours).toBeGreaterThanOrEqual(Math.max(...HOURS_DUE));
  });
});
