import { createServiceBase } from '@outreach/app-kit';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignsConfig } from '../src/config.ts';
import { createOAuth } from '../src/oauth/index.ts';
import { createSendingAccounts } from '../src/sending-accounts/index.ts';
import { createTrackingDomainRecords } from '../src/tracking-domains/index.ts';
import {
  ACCOUNT,
  accountCall,
  createAccount,
  newWorkspace,
  readAccount,
  startAccounts,
} from './accounts-harness.ts';

const accounts = await sharedByTests(startAccounts);

/** The feature as other features use it, on the database of the service under test. */
const feature = await sharedByTests(async () => {
  const config = campaignsConfig.load(accounts.env);
  const base = createServiceBase('campaigns', config, {
    logger: createLogger({ name: 'campaigns', level: 'silent' }),
  });
  const campaigns = {
    usesAccount: async () => Promise.resolve(false),
    activeIdsUsing: async () => Promise.resolve([]),
  };
  const planMarks = { request: async () => Promise.resolve() };
  const trackingDomains = createTrackingDomainRecords(base);
  const oauth = createOAuth(base, config);
  const needs = { campaigns, planMarks, trackingDomains, oauth, config };
  const made = createSendingAccounts(base, needs);
  await base.mongo.start();
  return { ...made, base, stop: async () => base.mongo.stop() };
});
const { base, reader } = feature;

const inTransaction = async <T>(workspaceId: string, work: () => Promise<T>): Promise<T> =>
  base.inWorkspace({ workspaceId }, async () => base.units.unitOfWork(work));

describe('the reader of accounts', () => {
  it('finds the accounts of the workspace, with their computed fields', async () => {
    const ws = newWorkspace();
    const { id } = await createAccount(accounts, ws);
    const foreign = await createAccount(accounts, newWorkspace());
    const found = await base.inWorkspace({ workspaceId: ws }, async () =>
      reader.findByIds([id, foreign.id, 'acc_x']),
    );
    expect(found).toMatchObject([{ id, status: 'active', health_score: 100, sent_today: 0 }]);
    expect(JSON.stringify(found)).not.toContain(ACCOUNT.smtp.password);
  });

  it('holds accounts against a concurrent deletion', async () => {
    const ws = newWorkspace();
    const { id } = await createAccount(accounts, ws);
    const held = Promise.withResolvers<unknown>();
    const release = Promise.withResolvers<unknown>();
    const order: string[] = [];
    const holding = inTransaction(ws, async () => {
      const ids = await reader.hold([id, 'acc_x']);
      held.resolve(ids);
      await release.promise;
      order.push('held');
    });
    expect(await held.promise).toEqual(new Set([id]));
    const deleting = accounts.client
      .deleteSendingAccount(accountCall(ws), { id })
      .then(() => order.push('deleted'));
    await new Promise((resolve) => setImmediate(resolve));
    release.resolve(undefined);
    await Promise.all([holding, deleting]);
    expect(order).toEqual(['held', 'deleted']);
    expect(await inTransaction(ws, async () => reader.hold([id]))).toEqual(new Set());
  });
});

describe('the operator commands', () => {
  it('suspend and reinstate an account', async () => {
    const { admin = {} } = feature;
    const account = await createAccount(accounts, newWorkspace());
    const flags = { workspace: account.workspace_id, id: account.id };
    const suspended = await admin['sending-account suspend']?.run({
      flags: { ...flags, reason: 'Spam.' },
      lists: {},
    });
    expect(suspended).toMatchObject({ sending_account: { status: 'suspended', status_reason: 'Spam.' } });
    const ctx = accountCall(account.workspace_id);
    for (const request of [
      accounts.client.pauseSendingAccount(ctx, { id: account.id }),
      accounts.client.resumeSendingAccount(ctx, { id: account.id }),
    ])
      await expect(request).rejects.toMatchObject({ code: 'invalid_transition' });
    await admin['sending-account reinstate']?.run({ flags, lists: {} });
    expect(await readAccount(accounts, account)).toMatchObject({
      status: 'active',
      status_reason: undefined,
    });
  });
});

describe('countSends', () => {
  it('adds to the local day, and publishes a change of the health at once', async () => {
    const account = await createAccount(accounts, newWorkspace(), { time_zone: 'Asia/Tokyo' });
    const { id, workspace_id: ws } = account;
    const at = new Date();
    const count = async (counts: Parameters<typeof feature.countSends>[0][number]['counts']) =>
      inTransaction(ws, async () => feature.countSends([{ accountId: id, at, counts }]));
    await count({ sent: 20 });
    await count({ sent: 80, hard_bounced: 4 });
    expect(await readAccount(accounts, account)).toMatchObject({ sent_today: 100, health_score: 84 });
    await count({ hard_bounced: 6 });
    expect(await readAccount(accounts, account)).toMatchObject({ health_score: 60 });
    await count({ hard_bounced: 1 });
    await eventually(async () => {
      const filter: object = { type: /health_changed/, 'events.aggregate_id': id };
      const waiting = await accounts.database.collection('outbox').countDocuments(filter);
      const events = accounts.published.filter(({ data }) => Object(data).id === id);
      expect(events.length + waiting).toBe(1);
    });
  });

  it('does nothing for a deleted account', async () => {
    const ws = newWorkspace();
    const sent = { accountId: 'acc_x', at: new Date() };
    await inTransaction(ws, async () => feature.countSends([{ ...sent, counts: { sent: 1 } }]));
    expect(await accounts.database.collection('account_days').countDocuments({ account_id: 'acc_x' })).toBe(
      0,
    );
  });
});
