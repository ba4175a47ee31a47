import type { StoredAccount } from './account.ts';
import { ImapFailed, type ImapConnection, type ServerLogin } from '../mail-servers/index.ts';
import type { SecretBox } from './ports.ts';
import { toLogin } from './test-account.ts';

/** Longer than a connection and a search. */
export const FIND_SENT_MS_MAX = 20_000;

/** @throws ImapFailed. */
export type ConnectImap = (login: ServerLogin, signal: AbortSignal) => Promise<ImapConnection>;

/** The fields of an account that a connection needs. */
export type MailboxAccount = Pick<StoredAccount, 'email' | 'imap'>;

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

export function createMailboxes(secrets: Pick<SecretBox, 'open'>, connect: ConnectImap): Mailboxes {
  const connectTo: Mailboxes['connect'] = async ({ imap, email }, signal) => {
    if (imap === null) throw new ImapFailed('The account has no IMAP server.');
    return connect(toLogin(imap, email, secrets), signal);
  };
  return {
    connect: connectTo,
    hasSent: async (account, messageIds) => {
      if (account.imap === null) return false;
      const end = new AbortController();
      const timer = setTimeout(() => end.abort(), FIND_SENT_MS_MAX);
      try {
        const connection = await connectTo(account, end.signal);
        const { sent } = await connection.findFolders();
        if (sent === undefined) return false;
        await connection.open(sent);
        for (const messageId of messageIds) if (await connection.hasMessage(messageId)) return true;
        return false;
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
