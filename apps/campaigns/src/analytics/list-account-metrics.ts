import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { SendingAccount } from '../sending-accounts/index.ts';
import { NO_OWNER_COUNTS, type OwnerCounts, type Period } from '../stats/index.ts';
import { textOf } from './analytics-query.ts';
import type { WorkspaceAnalyticsPorts } from './ports.ts';

export interface AccountMetrics {
  readonly account: SendingAccount;
  readonly counts: OwnerCounts;
}

/** The accounts of the workspace with their counters in a period, newest first. @throws AppError invalid_argument on `cursor`. */
export async function listAccountMetrics(
  { accounts, owners }: Pick<WorkspaceAnalyticsPorts, 'accounts' | 'owners'>,
  { page, ...period }: Period & { readonly page: PageRequest },
): Promise<PageOf<AccountMetrics>> {
  const { items, ...rest } = await accounts.list(page, textOf(period));
  const sums = await owners.sums({ kind: 'account', ids: items.map(({ id }) => id) }, period);
  return {
    ...rest,
    items: items.map((account) => ({ account, counts: sums.get(account.id) ?? NO_OWNER_COUNTS })),
  };
}
