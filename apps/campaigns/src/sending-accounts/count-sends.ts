import type { WindowCounts } from './health.ts';
import type { AccountDays, AccountStore } from './ports.ts';
import { saveAccount, type SaveAccountPorts } from './save-account.ts';
import { bandOf } from './health.ts';
import { viewAccounts } from './view.ts';
import { dayOf } from './zone-days.ts';

export interface CountSendsPorts extends SaveAccountPorts {
  readonly accounts: Pick<AccountStore, 'find' | 'save'>;
  readonly days: Pick<AccountDays, 'add' | 'sum'>;
}

/**
 * Part of a transaction: adds outcomes of emails to the local day on which they were sent. The account itself is written
 * only when its health moves to another band. Does nothing for an account that no longer exists.
 */
export async function countSends(
  ports: CountSendsPorts,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
  counts: Partial<WindowCounts>,
): Promise<void> {
  const account = await ports.accounts.find(accountId);
  if (account === undefined) return;
  await ports.days.add({ accountId, day: dayOf(at.getTime(), account.time_zone) }, counts);
  const [view] = await viewAccounts(ports, [account]);
  if (view === undefined || bandOf(view.health.score) === account.health_band) return;
  await saveAccount(ports, { before: account, after: account });
}
