import { describe, expect, it } from '@jest/globals';
import type { SendingAccount } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { addDays, dayOf } from '../src/sending-accounts/zone-days.ts';
import { accountCall, createAccount, newWorkspace, readAccount, startAccounts } from './accounts-harness.ts';

const accounts = await sharedByTests(startAccounts);

interface Counts {
  readonly sent: number;
  readonly hard_bounced?: number;
  readonly complaints?: number;
}

/** Writes counters of the day `daysAgo`, in the zone of the account. */
async function count(account: SendingAccount, counts: Counts, daysAgo = 0): Promise<void> {
  const { id, workspace_id, time_zone = null } = account;
  const day = addDays(dayOf(Date.now(), time_zone), -daysAgo);
  const row: object = { _id: `${id}:${day}`, workspace_id, account_id: id, day, ...counts };
  await accounts.database.collection('account_days').insertOne(row);
}

const healthOf = async ({ id, workspace_id: ws }: SendingAccount) =>
  accounts.client.getSendingAccountHealth(accountCall(ws), { id });

/** Makes the daily check due, which evaluates the health again. */
async function evaluate({ id }: SendingAccount): Promise<void> {
  const filter: object = { _id: id, lease_token: null, attempts: 0 };
  const rows = accounts.database.collection('account_dns_checks');
  await eventually(async () => {
    const { modifiedCount } = await rows.updateOne(filter, { $set: { due_at: new Date(0) } });
    expect(modifiedCount).toBe(1);
  });
}

const eventsOf = ({ id }: SendingAccount) => accounts.published.filter(({ data }) => Object(data).id === id);

describe('GetSendingAccountHealth', () => {
  it('returns 100 for a fresh account', async () => {
    const account = await createAccount(accounts, newWorkspace());
    await count(account, { sent: 19, hard_bounced: 19 });
    expect(await healthOf(account)).toMatchObject({
      health_score: 100,
      status: 'active',
      sent_14d: 19,
      hard_bounced_14d: 19,
      complaints_14d: 0,
      auth: { spf: 'unknown' },
    });
  });

  it('adds the counters of 14 days up', async () => {
    const account = await createAccount(accounts, newWorkspace(), { time_zone: 'Pacific/Kiritimati' });
    await count(account, { sent: 30, hard_bounced: 1 });
    await count(account, { sent: 70, hard_bounced: 4 }, 13);
    await count(account, { sent: 500, hard_bounced: 500 }, 14);
    const health = await healthOf(account);
    expect(health).toMatchObject({ health_score: 80, sent_14d: 100, hard_bounced_14d: 5 });
    expect(health.factors).toContainEqual({
      factor: 'hard_bounce_rate',
      observed: 0.05,
      threshold: 0.1,
      penalty: 20,
    });
    expect(await readAccount(accounts, account)).toMatchObject({ health_score: 80, sent_today: 30 });
    const { accounts: listed } = await accounts.client.listSendingAccounts(
      accountCall(account.workspace_id),
      {
        page: undefined,
      },
    );
    expect(listed).toMatchObject([{ health_score: 80, sent_today: 30 }]);
  });
});

describe('sending_account.health_changed', () => {
  it('is published when the score crosses 70 and 40, and only then', async () => {
    const account = await createAccount(accounts, newWorkspace());
    await count(account, { sent: 100, hard_bounced: 7 });
    await evaluate(account);
    const days = accounts.database.collection('account_days');
    const change = async (counts: Counts): Promise<void> => {
      await days.updateOne({ account_id: account.id }, { $set: counts });
      await evaluate(account);
    };
    await change({ sent: 100, hard_bounced: 10 });
    await eventually(
      () => {
        expect(eventsOf(account)).toMatchObject([
          { type: 'sending_account.health_changed', data: { health_score: 60 } },
        ]);
      },
      { timeoutMs: 20_000 },
    );
    await change({ sent: 100, hard_bounced: 10, complaints: 5 });
    await eventually(
      () => {
        expect(eventsOf(account)).toMatchObject([{}, { data: { health_score: 30 } }]);
      },
      { timeoutMs: 20_000 },
    );
    expect(JSON.stringify(eventsOf(account))).not.toContain('pass-');
  }, 60_000);
});
