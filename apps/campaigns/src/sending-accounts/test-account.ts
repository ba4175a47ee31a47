import { domainOf } from '@outreach/values';
import type { DomainAuth, StoredAccount } from './account.ts';
import { checkDomain } from './check-domain.ts';
import { afterConnection } from './connection-state.ts';
import { requireAccount } from './manage-accounts.ts';
import type { ServerTest } from '../mail-servers/index.ts';
import { saveAccount } from './save-account.ts';
import type { AccountView } from './view.ts';
import type { AccountPorts, LoginAccount } from './ports.ts';

/** The results of all servers of an account. */
export interface AccountTest {
  readonly success: boolean;
  /** The first error. */
  readonly error: string | null;
  readonly smtp: ServerTest;
  readonly imap: ServerTest | null;
}

export interface TestedAccount {
  readonly account: StoredAccount;
  readonly test: AccountTest;
  readonly auth: Omit<DomainAuth, 'checked_at'>;
}

/** Logs in to the servers and checks the DNS records, concurrently. Writes nothing. @throws AppError not_found. */
export async function testAccount(ports: AccountPorts, id: string): Promise<TestedAccount> {
  const account = await requireAccount(ports.accounts, id);
  const [test, auth] = await Promise.all([
    testServers(ports, account),
    checkDomain(ports.resolver, domainOf(account.email)),
  ]);
  return { account, test, auth };
}

/** Logs in to the servers of an account, concurrently. */
export async function testServers(
  { tester, logins }: AccountPorts,
  account: LoginAccount & Pick<StoredAccount, 'smtp' | 'imap'>,
): Promise<AccountTest> {
  const { smtp, imap } = account;
  const [smtpTest, imapTest] = await Promise.all([
    tester.testSmtp(logins.of(account, smtp)),
    imap === null ? null : tester.testImap(logins.of(account, imap)),
  ]);
  const error = smtpTest.error ?? imapTest?.error ?? null;
  return { success: smtpTest.success && imapTest?.success !== false, error, smtp: smtpTest, imap: imapTest };
}

/**
 * Part of a transaction: records the result of a connection. A new `error` status starts the reconnection in the
 * background. A result for servers that have changed since is ignored. @throws AppError not_found.
 */
export async function recordConnection(
  ports: AccountPorts,
  { account: tested, error, auth }: ConnectionResult,
): Promise<AccountView> {
  const before = await requireAccount(ports.accounts, tested.id);
  const now = new Date(ports.clock.now());
  const isCurrent = hasServersOf(before, tested);
  const connected = isCurrent ? afterConnection(before, error, now) : before;
  const isSameDomain = domainOf(before.email) === domainOf(tested.email);
  const after =
    auth !== undefined && isSameDomain ? { ...connected, auth: { ...auth, checked_at: now } } : connected;
  if (before.status !== 'error' && after.status === 'error') await ports.work.reconnect(before.id, now);
  if (before.status === 'error' && after.status !== 'error') {
    await ports.work.endReconnect(before.id);
    await ports.inboxes.resume(before.id);
  }
  return saveAccount(ports, { before, after });
}

export interface ConnectionResult {
  readonly account: StoredAccount;
  readonly error: string | null;
  /** The result of a DNS check that was made beside the connection. */
  readonly auth?: Omit<DomainAuth, 'checked_at'>;
}

function hasServersOf(one: StoredAccount, other: StoredAccount): boolean {
  return JSON.stringify(serversOf(one)) === JSON.stringify(serversOf(other));
}

function serversOf({ smtp, imap, oauth }: StoredAccount): unknown[] {
  const servers = [smtp, imap].map((server) =>
    server === null ? null : [server.host, server.port, server.security, server.username],
  );
  return [...servers, oauth?.connected_at ?? null];
}
