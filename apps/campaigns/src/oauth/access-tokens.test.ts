import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { createLogger } from '@outreach/service-kit';
import { createAccessTokens, storeRefresh, type AccessTokenPorts } from './access-tokens.ts';
import { OAuthFailed, type StoredTokens, type TokenAnswer } from './ports.ts';
import { createProviders } from './providers.ts';
import { createTokenJournal } from './token-journal.client.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const MINUTE_MS = 60_000;
const ACCOUNT = { id: 'acc_1', workspace_id: 'ws_1' };
const folder = mkdtempSync(join(tmpdir(), 'token-journal-'));
const sealer = createSealer(randomBytes(32));
const journal = createTokenJournal({
  folder,
  sealer,
  logger: createLogger({ name: 'test', level: 'silent' }),
});
afterAll(() => rmSync(folder, { recursive: true }));

const unset = {
  clientSecret: '',
  issuer: '',
  authorizationUrl: '',
  tokenUrl: '',
  jwksUrl: '',
  revocationUrl: '',
};
const google = { ...unset, clientId: 'outreach', smtp: undefined, imap: undefined };
const providers = createProviders({ settings: { google, microsoft: google }, microsoftTenant: 'common' });

let stored: StoredTokens;
/** The owner of the lease; undefined if it is free. */
let lease: string | undefined;
let used: string[];
let revoked: string[];
let count: number;
let onPause: () => void;
let answerOf: (refreshToken: string) => TokenAnswer;

beforeEach(() => {
  stored = {
    account_id: ACCOUNT.id,
    provider: 'google',
    generation: 'first',
    is_revoked: false,
    refresh_token: 'refresh-1',
    access_token: 'access-1',
    expires_at: new Date(NOW + 4 * MINUTE_MS),
  };
  [lease, used, revoked, count] = [undefined, [], [], 0];
  onPause = () => undefined;
  answerOf = () => {
    count += 1;
    return {
      accessToken: `access-new-${count}`,
      refreshToken: `refresh-new-${count}`,
      expiresIn: 3_600,
      scopes: null,
    };
  };
  for (const record of journal.readAll()) journal.remove(record);
});

const store = {
  find: async () => Promise.resolve(stored),
  replace: async (generation: string, tokens: StoredTokens) => {
    if (stored.generation !== generation) return Promise.resolve(false);
    stored = tokens;
    return Promise.resolve(true);
  },
};

function process(name = 'own', changes: Partial<AccessTokenPorts> = {}) {
  return createAccessTokens({
    tokens: store,
    journal,
    providers,
    servers: {
      refresh: async (_provider, refreshToken, onAnswer) => {
        used.push(refreshToken);
        await Promise.resolve();
        const answer = answerOf(refreshToken);
        onAnswer(answer);
        return { answer, subject: null };
      },
    },
    leases: {
      acquire: async () => {
        lease ??= name;
        return Promise.resolve(lease === name);
      },
      release: async () => {
        if (lease === name) lease = undefined;
        return Promise.resolve();
      },
    },
    onRefreshed: async () => Promise.resolve(),
    onRevoked: async (accountId, generation) => {
      revoked.push(`${accountId} ${generation}`);
      return Promise.resolve();
    },
    pause: async () => {
      onPause();
      return Promise.resolve();
    },
    clock: { now: () => NOW },
    newId: (prefix) => `${prefix}_${count}`,
    ...changes,
  });
}

const value = async (tokens = process()): Promise<string> => (await tokens.get(ACCOUNT)).value;

describe('an access token', () => {
  it.each([
    [5 * MINUTE_MS + 1, 'access-1'],
    [5 * MINUTE_MS, 'access-new-1'],
    [-1, 'access-new-1'],
  ])('that lives for %d ms is %s', async (leftMs, expected) => {
    stored = { ...stored, expires_at: new Date(NOW + leftMs) };
    expect(await value()).toBe(expected);
  });

  it('keeps its refresh token if the server does not rotate it', async () => {
    answerOf = () => ({ accessToken: 'access-2', refreshToken: null, expiresIn: 60, scopes: null });
    expect(await value()).toBe('access-2');
    expect(stored).toMatchObject({ refresh_token: 'refresh-1', expires_at: new Date(NOW + MINUTE_MS) });
  });

  it('is renewed once for one refusal, and not if it was renewed already', async () => {
    const tokens = process();
    const refused = { value: 'access-1', generation: 'first' };
    const [one, other] = await Promise.all([tokens.renew(ACCOUNT, refused), tokens.renew(ACCOUNT, refused)]);
    expect(one).toEqual(other);
    expect((await tokens.renew(ACCOUNT, refused)).value).toBe('access-new-1');
    expect(used).toEqual(['refresh-1']);
  });
});

describe('the refresh of another process', () => {
  it('is waited for if the token has ended', async () => {
    stored = { ...stored, expires_at: new Date(NOW - 1) };
    lease = 'other';
    onPause = () => {
      stored = {
        ...stored,
        generation: 'second',
        access_token: 'access-other',
        expires_at: new Date(NOW + 3_600_000),
      };
    };
    expect(await value()).toBe('access-other');
    expect(used).toEqual([]);
  });

  it('is not waited for while the token lives', async () => {
    lease = 'other';
    onPause = () => {
      throw new Error('It waits.');
    };
    expect(await value()).toBe('access-1');
  });

  it('is given up after a bounded time', async () => {
    stored = { ...stored, expires_at: new Date(NOW - 1) };
    lease = 'other';
    await expect(value()).rejects.toMatchObject({ name: 'NoAccessToken', isRevoked: false });
  });
});

describe('a refresh whose process dies before the tokens are stored', () => {
  const dies = async (): Promise<void> => {
    const dead = { find: store.find, replace: async () => Promise.reject(new Error('killed')) };
    stored = { ...stored, expires_at: new Date(NOW - 1) };
    await expect(value(process('dead', { tokens: dead }))).rejects.toThrow('killed');
    // A killed process does not release its lease.
    lease = 'dead';
  };

  it('is recorded, sealed, and used by another process of the machine without a request', async () => {
    await dies();
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files).toHaveLength(1);
    expect(files.join()).not.toContain('refresh-new-1');
    expect(await value()).toBe('access-new-1');
    expect([used, stored.refresh_token]).toEqual([['refresh-1'], 'refresh-new-1']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not replace tokens of a later consent', async () => {
    await dies();
    const [record] = journal.readAll();
    stored = { ...stored, generation: 'consent', refresh_token: 'refresh-consent' };
    if (record === undefined) throw new Error('The refresh is recorded.');
    expect(await storeRefresh({ tokens: store, journal }, record)).toBe(false);
    expect(stored.refresh_token).toBe('refresh-consent');
    expect(journal.readAll()).toEqual([]);
  });
});

describe('a refresh that fails', () => {
  it('is no failure while the token lives, and is tried again after a pause', async () => {
    const tokens = process();
    answerOf = () => {
      throw new OAuthFailed('failed', 'The server did not answer.');
    };
    expect([await value(tokens), await value(tokens)]).toEqual(['access-1', 'access-1']);
    expect(used).toHaveLength(1);
    expect(lease).toBeUndefined();
  });

  it('names the failure once the token has ended', async () => {
    stored = { ...stored, expires_at: new Date(NOW - 1) };
    answerOf = () => {
      throw new OAuthFailed('failed', 'The server did not answer.');
    };
    await expect(value()).rejects.toMatchObject({ message: 'The server did not answer.', isRevoked: false });
    expect(revoked).toEqual([]);
  });

  it('ends the consent if the refresh token is refused', async () => {
    answerOf = () => {
      throw new OAuthFailed('invalid_grant', 'Refused.');
    };
    await expect(value()).rejects.toMatchObject({ isRevoked: true });
    expect(revoked).toEqual(['acc_1 first']);
    stored = { ...stored, is_revoked: true };
    await expect(value()).rejects.toMatchObject({ isRevoked: true });
    expect(used).toHaveLength(1);
  });
});
