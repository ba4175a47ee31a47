import type { Clock, NewId } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';
import {
  OAuthFailed,
  type AuthorizationServers,
  type IssuedTokens,
  type RefreshRecord,
  type StoredTokens,
  type TokenAnswer,
  type TokenJournal,
  type TokenStore,
} from './ports.ts';
import type { OAuthProvider, ProviderName, Providers } from './providers.ts';

/** A token is refreshed this long before its end. */
export const REFRESH_EARLY_MS = 5 * 60_000;
/**
 * One process refreshes at a time. The lease of a killed process keeps others from using the previous refresh token, until
 * the process is back and has stored what it wrote to its journal. Meanwhile the access token still lives.
 */
export const REFRESH_LEASE_MS = 4 * 60_000;
/** The wait for the refresh of another process: 50 times 200 ms. */
const POLL_MS = 200;
const POLLS_MAX = 50;
/** After a failed refresh, a token that still lives is used without another attempt for this time. */
const FAILURE_PAUSE_MS = 30_000;
const FAILURES_MAX = 10_000;
const SECOND_MS = 1_000;

/** The account of tokens. */
export interface TokenAccount {
  readonly id: string;
  readonly workspace_id: string;
}

export interface AccessToken {
  readonly value: string;
  readonly generation: string;
}

/** There is no access token. */
export class NoAccessToken extends Error {
  readonly isRevoked: boolean;

  /** @param message a public text without secrets. */
  constructor(message: string, isRevoked = false) {
    super(message);
    this.name = 'NoAccessToken';
    this.isRevoked = isRevoked;
  }
}

/** What a refresh has changed, without its tokens. */
export interface Refreshed {
  readonly accountId: string;
  readonly generation: string;
  readonly provider: ProviderName;
  /** Null if the answer has none. */
  readonly subject: string | null;
  readonly scopes: readonly string[] | null;
  readonly at: Date;
}

export interface AccessTokenPorts {
  readonly tokens: Pick<TokenStore, 'find' | 'replace'>;
  readonly journal: TokenJournal;
  readonly servers: Pick<AuthorizationServers, 'refresh'>;
  readonly providers: Pick<Providers, 'find'>;
  readonly leases: {
    acquire(name: string, ttlMs: number): Promise<boolean>;
    release(name: string): Promise<void>;
  };
  /** Records a refresh at the account. */
  readonly onRefreshed: (refreshed: Refreshed) => Promise<void>;
  /** Marks the tokens of this generation, and their account, as revoked. */
  readonly onRevoked: (accountId: string, generation: string) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The access tokens of accounts. Both methods run in the workspace of the account and throw `NoAccessToken`. */
export interface AccessTokens {
  /** A token that lives; it is refreshed five minutes before its end. */
  get(account: TokenAccount): Promise<AccessToken>;
  /** A token that replaces one that a server has refused. */
  renew(account: TokenAccount, refused: AccessToken): Promise<AccessToken>;
}

export function createAccessTokens(ports: AccessTokenPorts): AccessTokens {
  const running = new Map<string, Promise<AccessToken>>();
  const failedAt = new LRUCache<string, number>({ max: FAILURES_MAX });
  const refreshOnce = async (account: TokenAccount, wanted: Wanted): Promise<AccessToken> => {
    const shared = running.get(account.id) ?? refresh(ports, account, wanted);
    running.set(account.id, shared);
    try {
      const token = await shared;
      failedAt.delete(account.id);
      return token;
    } catch (thrown) {
      failedAt.set(account.id, ports.clock.now());
      throw thrown;
    } finally {
      running.delete(account.id);
    }
  };
  return {
    get: async (account) => {
      const tokens = await findTokens(ports, account);
      const leftMs = lifeOf(tokens, ports.clock.now());
      const current = toAccessToken(tokens);
      if (current === undefined || leftMs <= 0)
        return refreshOnce(account, { generation: tokens.generation, isUrgent: true });
      const pausedUntilMs = (failedAt.get(account.id) ?? -Infinity) + FAILURE_PAUSE_MS;
      if (leftMs > REFRESH_EARLY_MS || ports.clock.now() < pausedUntilMs) return current;
      try {
        return await refreshOnce(account, { generation: tokens.generation, isUrgent: false });
      } catch (thrown) {
        if (!(thrown instanceof NoAccessToken) || thrown.isRevoked) throw thrown;
        return current;
      }
    },
    renew: async (account, { generation }) => refreshOnce(account, { generation, isUrgent: true }),
  };
}

interface Wanted {
  /** The generation to replace. */
  readonly generation: string;
  /** False if the token still lives: then the refresh of another process is not waited for. */
  readonly isUrgent: boolean;
}

/** Returns the tokens of the next generation, from this process, from another one, or from the journal. */
async function refresh(
  ports: AccessTokenPorts,
  account: TokenAccount,
  { generation, isUrgent }: Wanted,
): Promise<AccessToken> {
  const lease = `oauth-refresh/${account.id}`;
  for (let polls = 0; ; polls += 1) {
    const current = await settleTokens(ports, account);
    if (current.generation !== generation) {
      const token = toAccessToken(current);
      if (token !== undefined && lifeOf(current, ports.clock.now()) > 0) return token;
    }
    if (await ports.leases.acquire(lease, REFRESH_LEASE_MS)) {
      try {
        return await refreshAlone(ports, account, generation);
      } finally {
        await ports.leases.release(lease);
      }
    }
    if (!isUrgent || polls >= POLLS_MAX)
      throw new NoAccessToken('Another process refreshes the access token.');
    await ports.pause(POLL_MS);
  }
}

/** The tokens of the account, after a refresh that a process of this machine has recorded and not stored. */
async function settleTokens(ports: AccessTokenPorts, account: TokenAccount): Promise<StoredTokens> {
  const tokens = await findTokens(ports, account);
  const record = ports.journal.read(account.id, tokens.generation);
  if (record === undefined) return tokens;
  await storeRefresh(ports, record);
  return findTokens(ports, account);
}

/** Stores the tokens of a record. They are stored once: they replace one generation. */
export async function storeRefresh(
  { tokens, journal }: { readonly tokens: Pick<TokenStore, 'replace'>; readonly journal: TokenJournal },
  record: RefreshRecord,
): Promise<boolean> {
  const isStored = await tokens.replace(record.generation, record.tokens);
  journal.remove(record);
  return isStored;
}

/** Another process may have refreshed the tokens before the lease was acquired. */
async function refreshAlone(
  ports: AccessTokenPorts,
  account: TokenAccount,
  replaced: string,
): Promise<AccessToken> {
  const current = await settleTokens(ports, account);
  const found = toAccessToken(current);
  const isReplaced = current.generation !== replaced && lifeOf(current, ports.clock.now()) > 0;
  if (found !== undefined && isReplaced) return found;
  const provider = ports.providers.find(current.provider);
  if (provider === undefined) throw new NoAccessToken(`OAuth 2.0 is not configured for ${current.provider}.`);
  const next = await requestTokens(ports, { account, provider, current });
  const latest = await findTokens(ports, account);
  return toAccessToken(latest) ?? next;
}

async function requestTokens(
  ports: AccessTokenPorts,
  {
    account,
    provider,
    current,
  }: { readonly account: TokenAccount; readonly provider: OAuthProvider; readonly current: StoredTokens },
): Promise<AccessToken> {
  const at = new Date(ports.clock.now());
  const generation = ports.newId('tok');
  const toRecord = (answer: TokenAnswer): RefreshRecord => ({
    workspaceId: account.workspace_id,
    generation: current.generation,
    tokens: { ...current, ...issuedTokens(answer, current.refresh_token, at), generation },
  });
  try {
    const { refresh_token: refreshToken } = current;
    const { answer, subject } = await ports.servers.refresh(provider, refreshToken, (early) =>
      ports.journal.write(toRecord(early)),
    );
    const isStored = await storeRefresh(ports, toRecord(answer));
    // The job that settles journals may have been faster.
    if (isStored || (await ports.tokens.find(account.id))?.generation === generation)
      await ports.onRefreshed({
        accountId: account.id,
        generation,
        provider: provider.name,
        subject,
        scopes: answer.scopes,
        at,
      });
    return { value: answer.accessToken, generation };
  } catch (thrown) {
    if (!(thrown instanceof OAuthFailed)) throw thrown;
    if (thrown.failure !== 'invalid_grant') throw new NoAccessToken(thrown.message);
    await ports.onRevoked(account.id, current.generation);
    throw revoked();
  }
}

/** @throws NoAccessToken. */
async function findTokens(
  { tokens }: Pick<AccessTokenPorts, 'tokens'>,
  account: TokenAccount,
): Promise<StoredTokens> {
  const found = await tokens.find(account.id);
  if (found === undefined) throw new NoAccessToken('The account has no tokens; connect it again.', true);
  if (found.is_revoked) throw revoked();
  return found;
}

function revoked(): NoAccessToken {
  return new NoAccessToken('The consent was revoked; connect the account again.', true);
}

/** The tokens of an answer. A server that returns no refresh token keeps the previous one. */
export function issuedTokens(
  { accessToken, refreshToken, expiresIn }: TokenAnswer,
  previous: string,
  at: Date,
): IssuedTokens {
  return {
    access_token: accessToken,
    refresh_token: refreshToken ?? previous,
    expires_at: new Date(at.getTime() + expiresIn * SECOND_MS),
  };
}

function toAccessToken({ access_token: value, generation }: StoredTokens): AccessToken | undefined {
  return value === null ? undefined : { value, generation };
}

function lifeOf({ expires_at: end }: StoredTokens, nowMs: number): number {
  return end === null ? 0 : end.getTime() - nowMs;
}
