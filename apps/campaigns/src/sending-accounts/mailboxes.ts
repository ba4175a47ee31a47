import type { StoredAccount } from './account.ts';
import { ImapFailed, type ImapConnection, type ServerLogin } from '../mail-servers/index.ts';
import type { LoginAccount, Logins } from './ports.ts';

/** Longer than a connection and a search. */
export const FIND_SENT_MS_MAX = 20_000;

/** @throws ImapFailed. */
export type ConnectImap = (login: ServerLogin, signal: AbortSignal) => Promise<ImapConnection>;

/** The fields of an account that a connection needs. */
export type MailboxAccount = LoginAccount & Pick<StoredAccount, 'imap'>;

/** Connections to the IMAP servers of accounts. */
export interface Mailboxes {
  /** The signal closes the connection. @throws ImapFailed, also for an account without IMAP. */
  connect(account: MailboxAccount, signal: AbortSignal): Promise<ImapConnection>;
  /**
   * Looks for one of these Message-IDs in the Sent folder of an account: a special folder or a folder with a usual name.
   * False if the folder has none of them or cannot be read. Ends within 20 s.
   */
  hasSent(account: MailboxAccount, messageIds: readonly string[]): Promise<boolean>;
}

export function createMailboxes(logins: Logins, connect: ConnectImap): Mailboxes {
  const connectTo: Mailboxes['connect'] = async (account, signal) => {
    if (account.imap === null) throw new ImapFailed('The account has no IMAP server.');
    return connect(logins.of(account, account.imap), signal);
  };
  return {
    connect: connectTo,
    hasSent: async (account, messageIds) => {
      if (account.imap === null) return false;
      const end = new AbortController();
      const { promise: late, resolve } = Promise.withResolvers<false>();
      const timer = setTimeout(() => resolve(false), FIND_SENT_MS_MAX);
      try {
        return await Promise.race([late, findIn(await connectTo(account, end.signal), messageIds)]);
      } catch (thrown) {
        if (thrown instanceof ImapFailed) return false;
        throw thrown;
      } finally {
        clearTimeout(timer);
        end.abort();
      }
    },
  };
}

async function findIn(connection: ImapConnection, messageIds: readonly string[]): Promise<boolean> {
  const { sent } = await connection.findFolders();
  if (sent === undefined) return false;
  await connection.open(sent);
  for (const messageId of messageIds) if (await connection.hasMessage(messageId)) return true;
  return false;
}
