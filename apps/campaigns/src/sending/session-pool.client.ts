import { createHash } from 'node:crypto';
import { gauge } from '@outreach/service-kit/metrics';
import {
  CONNECT_MS_MAX,
  failureText,
  LoginUnavailable,
  TOKEN_MS_MAX,
  type MailConnectionOptions,
  type ServerLogin,
} from '../mail-servers/index.ts';
import type { StoredAccount } from '../sending-accounts/index.ts';
import type { DialogResult, OutgoingMessage, SendMessage } from './ports.ts';
import { CLOSING_CODE, openSmtpSession, type SmtpLimits, type SmtpSession } from './smtp-session.client.ts';

const IDLE_MS_MAX = 30_000;
const OPEN_MAX = 500;
/** Servers limit the number of messages of a session. */
const MESSAGES_MAX = 100;

const openSessions = gauge('smtp_sessions_open', 'Open connections to SMTP servers of sending accounts.');

export interface SessionPoolOptions {
  readonly mail: MailConnectionOptions;
  readonly smtpLogin: (account: StoredAccount) => ServerLogin;
  readonly limits: SmtpLimits;
}

/** The SMTP sessions of the accounts, one each. A session is kept for the next email of its account. */
export interface SessionPool {
  readonly send: SendMessage;
  /** Ends all dialogs that have not reached their content, and all idle sessions. */
  stop(): void;
}

interface Entry {
  readonly session: SmtpSession;
  /** Changes when the account gets another server or password. */
  readonly key: string;
  readonly idleTimer: NodeJS.Timeout;
}

/**
 * The time in ms of the longest dialog: a kept session takes its whole time for the envelope and ends, and a new one takes
 * its whole time for everything. It may log in twice, each time with a new token.
 */
export function dialogMsMax({ sessionMs, envelopeMs, contentMs, resetMs }: SmtpLimits): number {
  const kept = envelopeMs + resetMs;
  const logIns = 2 * (TOKEN_MS_MAX + CONNECT_MS_MAX + sessionMs);
  return kept + logIns + envelopeMs + contentMs + resetMs;
}

export function createSessionPool(options: SessionPoolOptions): SessionPool {
  const stopping = new AbortController();
  const idle = new IdleSessions();
  const connection = { ...options.mail, limits: options.limits };
  const open = async (account: StoredAccount): Promise<SmtpSession | DialogResult> => {
    try {
      return await openSmtpSession(connection, options.smtpLogin(account), stopping.signal);
    } catch (thrown) {
      if (stopping.signal.aborted) return { kind: 'stopped' };
      const isRevoked = thrown instanceof LoginUnavailable && thrown.isRevoked;
      return { kind: isRevoked ? 'no_consent' : 'no_session', error: failureText(thrown) };
    }
  };
  const sendOver = async (session: SmtpSession, outgoing: OutgoingMessage): Promise<DialogResult> => {
    const result = await session.send({ ...outgoing, from: outgoing.account.email }, stopping.signal);
    if (session.isUsable && session.sentCount < MESSAGES_MAX && !stopping.signal.aborted)
      idle.add(outgoing.account.id, { session, key: keyOf(outgoing.account) });
    else session.close();
    return result;
  };
  return {
    send: async (outgoing) => {
      const kept = idle.take(outgoing.account.id, keyOf(outgoing.account));
      const first = kept && (await sendOver(kept, outgoing));
      // The server may end an idle session at any time.
      if (first !== undefined && !isEndOfSession(first)) return first;
      const opened = await open(outgoing.account);
      if (!('kind' in opened)) return sendOver(opened, outgoing);
      return opened.kind === 'no_session' && first?.kind === 'answered' ? first : opened;
    },
    stop: () => {
      stopping.abort();
      idle.closeAll();
    },
  };
}

/** The server ended the session before the content. A 421 to DATA is not included: it may be the reply to the content. */
function isEndOfSession(result: DialogResult): boolean {
  if (result.kind !== 'answered') return result.kind === 'interrupted';
  return result.reply.code === CLOSING_CODE && result.command !== 'DATA';
}

/** Sessions without a dialog; the least recently used one closes first. */
class IdleSessions {
  readonly #entries = new Map<string, Entry>();

  take(accountId: string, key: string): SmtpSession | undefined {
    const entry = this.#remove(accountId);
    if (entry === undefined) return undefined;
    if (entry.key === key && entry.session.isUsable) return entry.session;
    entry.session.close();
    return undefined;
  }

  add(accountId: string, { session, key }: Pick<Entry, 'session' | 'key'>): void {
    this.#close(accountId);
    const idleTimer = setTimeout(() => this.#close(accountId), IDLE_MS_MAX).unref();
    this.#entries.set(accountId, { session, key, idleTimer });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > OPEN_MAX && oldest !== undefined) this.#close(oldest);
    openSessions.set(this.#entries.size);
  }

  closeAll(): void {
    for (const accountId of [...this.#entries.keys()]) this.#close(accountId);
  }

  #close(accountId: string): void {
    this.#remove(accountId)?.session.close();
  }

  #remove(accountId: string): Entry | undefined {
    const entry = this.#entries.get(accountId);
    if (entry === undefined) return undefined;
    clearTimeout(entry.idleTimer);
    this.#entries.delete(accountId);
    openSessions.set(this.#entries.size);
    return entry;
  }
}

const keys = new WeakMap<StoredAccount, string>();

function keyOf(account: StoredAccount): string {
  const known = keys.get(account);
  if (known !== undefined) return known;
  const { smtp, email, oauth } = account;
  const { sealed_password: sealed, ...server } = smtp;
  const hash = createHash('sha256').update(JSON.stringify([email, server, oauth?.connected_at]));
  if (sealed !== null) hash.update(sealed);
  const key = hash.digest('base64');
  keys.set(account, key);
  return key;
}
