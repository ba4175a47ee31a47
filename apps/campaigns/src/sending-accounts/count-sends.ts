import type { StoredAccount } from './account.ts';
import type { WindowCounts } from './health.ts';
import { saveAccount } from './save-account.ts';
import { bandOf } from './health.ts';
import { viewAccounts } from './view.ts';
import { countSentDays } from './warmup.ts';
import { dayOf } from './zone-days.ts';
import type { AccountPorts } from './ports.ts';

/** Outcomes of emails of an account. */
export interface SentCount {
  readonly accountId: string;
  /** The time at which the emails were sent. */
  readonly at: Date;
  readonly counts: Partial<WindowCounts>;
}

/**
 * Part of a transaction: adds outcomes of emails to the local day on which they were sent. An account itself is written
 * only when its health moves to another band, and on each day of its warm-up. Accounts that no longer exist are ignored.
 */
export async function countSends(ports: AccountPorts, sent: readonly SentCount[]): Promise<void> {
  if (sent.length === 0) return;
  const accounts = await ports.accounts.findByIds([...new Set(sent.map(({ accountId }) => accountId))]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  await ports.days.add(
    sent.flatMap(({ accountId, at, counts }) => {
      const account = byId.get(accountId);
      return account === undefined
        ? []
        : [{ accountId, day: dayOf(at.getTime(), account.time_zone), counts }];
    }),
  );
  await ports.useInboxes(accounts, sent);
  const warmed = accounts.map((account) => withSentDays(account, sent));
  const views = await viewAccounts(ports, warmed);
  for (const [index, after] of warmed.entries()) {
    const [before, view] = [accounts[index], views[index]];
    if (before === undefined || view === undefined) continue;
    if (bandOf(view.health.score) === before.health_band && after === before) continue;
    await saveAccount(ports, { before, after });
  }
}

/** The account with the days of its warm-up; the same object if they do not change. */
function withSentDays(account: StoredAccount, sent: readonly SentCount[]): StoredAccount {
  const own = sent.filter(({ accountId, counts }) => accountId === account.id && (counts.sent ?? 0) > 0);
  const times = own.map(({ at }) => at);
  const warmup = countSentDays(account.warmup, account.time_zone, times);
  return warmup === account.warmup ? account : { ...account, warmup };
}
