import type { SendingAccountRecord } from '@outreach/contracts-campaigns/sending-account';
import { recordOf } from '@outreach/contracts-common';
import { toMailServer, type SendingAccount, type StoredAccount } from './account.ts';
import { HEALTH_WINDOW_DAYS, healthOf, type Health } from './health.ts';
import type { AccountPorts, WindowSums } from './ports.ts';
import { warmupDay } from './warmup.ts';
import { addDays, dayOf } from './zone-days.ts';

const NO_SUMS: WindowSums = { sent: 0, hard_bounced: 0, complaints: 0, sent_today: 0 };

/** An account with the sums of its health window and its health. */
export interface AccountView {
  readonly account: SendingAccount;
  readonly sums: WindowSums;
  readonly health: Health;
}

/** Adds the computed fields to stored accounts, with one read for all. */
export async function viewAccounts(
  { days, clock }: Pick<AccountPorts, 'days' | 'clock'>,
  accounts: readonly StoredAccount[],
): Promise<readonly AccountView[]> {
  if (accounts.length === 0) return [];
  const nowMs = clock.now();
  const windows = accounts.map(({ id, time_zone: zone }) => {
    const today = dayOf(nowMs, zone);
    return { accountId: id, from: addDays(today, 1 - HEALTH_WINDOW_DAYS), today };
  });
  const sums = await days.sum(windows);
  return accounts.map((account) => viewAccount(account, sums.get(account.id) ?? NO_SUMS, nowMs));
}

export async function viewOne(
  ports: Pick<AccountPorts, 'days' | 'clock'>,
  account: StoredAccount,
): Promise<AccountView> {
  const [view] = await viewAccounts(ports, [account]);
  if (view === undefined) throw new Error('One account has one view.');
  return view;
}

function viewAccount(stored: StoredAccount, sums: WindowSums, nowMs: number): AccountView {
  const { smtp, imap, warmup, failures_in_row, last_failed_at, listing, health_band, version, ...fields } =
    stored;
  const { enabled_at: enabledAt, start, increment, ceiling } = warmup;
  const isListed = listing !== null;
  const health = healthOf({ counts: sums, auth: stored.auth, lastFailedAt: last_failed_at, isListed, nowMs });
  return {
    sums,
    health,
    account: {
      ...fields,
      smtp: toMailServer(smtp),
      imap: imap === null ? null : toMailServer(imap),
      auth_method: stored.oauth === null ? 'password' : 'oauth2',
      health_score: health.score,
      sent_today: sums.sent_today,
      warmup: {
        enabled: enabledAt !== null,
        day: warmupDay(warmup, stored.time_zone, nowMs),
        start,
        increment,
        ceiling,
      },
    },
  };
}

/** The public record, for events. */
export function toRecord(account: SendingAccount): SendingAccountRecord {
  return recordOf(account);
}
