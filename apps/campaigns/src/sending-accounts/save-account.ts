import { isDeepStrictEqual } from 'node:util';
import {
  sendingAccountDisconnected,
  sendingAccountHealthChanged,
} from '@outreach/contracts-campaigns/events';
import { ChangedMeanwhile } from '@outreach/errors';
import { toMailServer, type StoredAccount } from './account.ts';
import { bandOf } from './health.ts';
import type { SavePorts } from './ports.ts';
import { toRecord, viewOne, type AccountView } from './view.ts';

/**
 * Saves a change and evaluates the health again. Emits `sending_account.disconnected` when the account enters `error`
 * and `sending_account.health_changed` when the score crosses 70 or 40. Campaigns that use the account are planned again.
 * Saves nothing if nothing has changed.
 * @throws AppError conflict when another request has changed the account concurrently.
 */
export async function saveAccount(
  ports: SavePorts,
  { before, after }: { readonly before: StoredAccount; readonly after: StoredAccount },
): Promise<AccountView> {
  const view = await viewOne(ports, after);
  const band = bandOf(view.health.score);
  const evaluated: StoredAccount = { ...after, health_band: band };
  if (isDeepStrictEqual(before, evaluated)) return view;
  const isVisible = !isDeepStrictEqual(visibleOf(before), visibleOf(evaluated));
  const updatedAt = isVisible ? new Date(ports.clock.now()) : before.updated_at;
  const saved = { ...evaluated, updated_at: updatedAt, version: before.version + 1 };
  if (!(await ports.accounts.save(saved, before.version))) throw new ChangedMeanwhile('sending account');
  if (isVisible || before.health_band !== band) {
    const now = new Date(ports.clock.now());
    await ports.planMarks.request(await ports.campaigns.activeIdsUsing([saved.id]), now);
  }
  const account = { ...view.account, updated_at: updatedAt };
  const event = { aggregate: { id: saved.id, version: saved.version }, data: toRecord(account) };
  if (before.status !== 'error' && saved.status === 'error')
    ports.events.emit(sendingAccountDisconnected, event);
  if (before.health_band !== band) ports.events.emit(sendingAccountHealthChanged, event);
  return { ...view, account };
}

/**
 * The fields whose changes move `updated_at`: neither the fields that only this service reads, nor the results of DNS
 * checks and the refreshes of tokens, which have times of their own.
 */
function visibleOf(account: StoredAccount): object {
  const {
    failures_in_row,
    last_failed_at,
    listing,
    health_band,
    auth,
    smtp,
    imap,
    oauth,
    warmup,
    ...visible
  } = account;
  const { sent_days, last_sent_day, ...settings } = warmup;
  return {
    ...visible,
    warmup: settings,
    oauth: oauth === null ? null : { ...oauth, refreshed_at: null },
    smtp: toMailServer(smtp),
    imap: imap === null ? null : toMailServer(imap),
  };
}
