import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { completeApiKey } from '@outreach/contracts-auth/api-key-format';
import { AppError } from '@outreach/errors';
import { createFakeClock, type FakeClock } from '@outreach/testing';
import { createAuthenticator, type Authenticator } from './authenticator.ts';
import type { CredentialChange, CredentialStatus } from './caller.ts';

const KEY_COUNT = 100;
const SECONDS = 30;
const REQUESTS_PER_SECOND = 4;
const TOKEN = 'token';
const CHANGED_USER: CredentialChange = { type: 'user', id: 'usr_1', changeId: 'chg_1' };

/** The answers of auth, with the number of calls. */
interface FakeAuth {
  readonly revoked: Set<string>;
  changes: CredentialChange[];
  readonly down: Set<'list' | 'resolve'>;
  readonly counts: { list: number; resolve: number; verify: number };
  /** Replaces the wait of a resolution. */
  beforeReply: () => Promise<void>;
}

let clock: FakeClock;
let timer: FakeClock;
let auth: FakeAuth;
let authenticator: Authenticator;

const keyOf = (index: number): string => completeApiKey(`otk_${String(index).padEnd(33, 'x')}`);
const idOf = (index: number): string => `key_${String(index)}`;

function statusOf(type: 'api_key' | 'user', id: string): CredentialStatus {
  return {
    caller: {
      principal: { type, id, role: '' },
      principalId: id,
      workspaceId: 'ws_1',
      agencyId: '',
      scopes: new Set(),
      subject: { type, keyLimit: 600, workspaceRequests: 5_000, workspaceWrites: 2_000 },
    },
    expiresAtMs: Infinity,
    tokensValidFromMs: 0,
  };
}

async function resolve(type: 'api_key' | 'user', id: string): Promise<CredentialStatus> {
  auth.counts.resolve += 1;
  if (auth.down.has('resolve')) throw new AppError('unavailable', 'auth is down');
  const isRevoked = auth.revoked.has(id);
  await auth.beforeReply();
  if (isRevoked) throw new AppError('unauthenticated', 'The credential is not valid.');
  return statusOf(type, id);
}

beforeEach(() => {
  clock = createFakeClock();
  timer = createFakeClock();
  auth = {
    revoked: new Set(),
    changes: [],
    down: new Set(),
    counts: { list: 0, resolve: 0, verify: 0 },
    beforeReply: async () => Promise.resolve(),
  };
  const ids = new Map(
    Array.from({ length: KEY_COUNT }, (_, index) => [hash('sha256', keyOf(index)), idOf(index)]),
  );
  authenticator = createAuthenticator({
    clock,
    timer,
    verifyAccessToken: async () => {
      auth.counts.verify += 1;
      return Promise.resolve({
        userId: 'usr_1',
        workspaceId: 'ws_1',
        issuedAtMs: clock.now(),
        expiresAtMs: Infinity,
      });
    },
    resolveApiKey: async (sha256) => resolve('api_key', ids.get(sha256.toString('hex')) ?? ''),
    resolveUser: async (id) => resolve('user', id),
    listChanges: async () => {
      auth.counts.list += 1;
      if (auth.down.has('list')) throw new AppError('unavailable', 'auth is down');
      return Promise.resolve({ changes: [...auth.changes], isTruncated: false });
    },
    forgetSigningKeys: () => undefined,
  });
});

async function use(credential: string): Promise<string> {
  return authenticator
    .authenticate(`Bearer ${credential}`, async (lookUp) => lookUp())
    .then(
      () => 'accepted',
      (thrown: unknown) => (thrown instanceof AppError ? thrown.kind : String(thrown)),
    );
}

/** Revokes a key in auth. Its event never arrives. */
function revoke(index: number): void {
  auth.revoked.add(idOf(index));
  auth.changes.push({ type: 'api_key', id: idOf(index), changeId: `chg_${String(index)}` });
}

/** Time in ms from now until a credential in constant use is refused. */
async function refusedAfterMs(credential: string): Promise<number> {
  const startedAtMs = timer.now();
  while ((await use(credential)) === 'accepted' && timer.now() - startedAtMs < 60_000) timer.advance(100);
  return timer.now() - startedAtMs;
}

describe('credentials in constant use', () => {
  it('cost one list of changes in three seconds, and no look-up of each key', async () => {
    for (let step = 0; step < SECONDS * REQUESTS_PER_SECOND; step += 1) {
      const outcomes = await Promise.all(Array.from({ length: KEY_COUNT }, async (_, at) => use(keyOf(at))));
      expect(new Set(outcomes)).toEqual(new Set(['accepted']));
      timer.advance(1_000 / REQUESTS_PER_SECOND);
    }
    expect(auth.counts).toEqual({ list: 10, resolve: KEY_COUNT, verify: 0 });
  });

  it('are looked up again after a minute', async () => {
    for (let second = 0; second < 61; second += 1) {
      await use(keyOf(1));
      timer.advance(1_000);
    }
    expect(auth.counts.resolve).toBe(2);
  });

  it('cost nothing while no request arrives, and one list for the first request', async () => {
    await use(keyOf(1));
    timer.advance(30_000);
    expect(auth.counts).toMatchObject({ list: 1, resolve: 1 });
    expect(await use(keyOf(1))).toBe('accepted');
    expect(auth.counts).toMatchObject({ list: 2, resolve: 1 });
  });
});

describe('a revocation whose event is lost', () => {
  it.each([0, 100, 2_900, 3_900])(
    'is effective within four seconds, %d ms after the list was read',
    async (ms) => {
      await use(keyOf(1));
      timer.advance(ms);
      await use(keyOf(1));
      revoke(1);
      expect(await refusedAfterMs(keyOf(1))).toBeLessThanOrEqual(4_000);
      expect(await use(keyOf(2))).toBe('accepted');
    },
  );

  it('is effective within four seconds though the time of the machine is set back', async () => {
    await use(keyOf(1));
    revoke(1);
    timer.advance(2_900);
    clock.advance(-2_900);
    expect(await refusedAfterMs(keyOf(1))).toBeLessThanOrEqual(1_100);
  });

  it('is effective at the first request after a pause', async () => {
    await use(keyOf(1));
    revoke(1);
    timer.advance(5_000);
    expect(await use(keyOf(1))).toBe('unauthenticated');
  });

  it('is effective within four seconds while changes cannot be listed', async () => {
    auth.down.add('list');
    await use(keyOf(1));
    revoke(1);
    expect(await refusedAfterMs(keyOf(1))).toBe(4_000);
  });

  it('is effective within four seconds of the start of a look-up, while changes cannot be listed', async () => {
    auth.down.add('list');
    auth.beforeReply = async () => {
      timer.advance(2_900);
      return Promise.resolve();
    };
    await use(keyOf(1));
    revoke(1);
    auth.beforeReply = async () => Promise.resolve();
    expect(await refusedAfterMs(keyOf(1))).toBe(1_100);
  });

  it('stays effective when changes can be listed again, though the list does not show it', async () => {
    auth.down.add('list');
    await use(keyOf(1));
    auth.revoked.add(idOf(1));
    expect(await refusedAfterMs(keyOf(1))).toBe(4_000);
    auth.down.clear();
    timer.advance(5_000);
    expect(await use(keyOf(2))).toBe('accepted');
    expect(await use(keyOf(1))).toBe('unauthenticated');
  });

  it('is effective when it commits during a look-up that read the earlier status', async () => {
    await use(keyOf(2));
    timer.advance(2_999);
    let reply: () => void = () => undefined;
    auth.beforeReply = async () => new Promise((done) => (reply = done));
    const slow = use(keyOf(1));
    revoke(1);
    timer.advance(1);
    // This request reads the list, which discards the running look-up.
    await use(keyOf(2));
    reply();
    expect(await slow).toBe('accepted');
    auth.beforeReply = async () => Promise.resolve();
    expect(await use(keyOf(1))).toBe('unauthenticated');
  });

  it('does not look up again after its change was applied, though the list shows it for minutes', async () => {
    auth.changes.push({ type: 'api_key', id: idOf(1), changeId: 'chg_scopes' });
    for (let second = 0; second < 30; second += 1) {
      expect(await use(keyOf(1))).toBe('accepted');
      timer.advance(1_000);
    }
    expect(auth.counts.resolve).toBe(1);
  });
});

describe('a gateway that cannot reach auth', () => {
  it('accepts a cached key for four seconds, and then answers unavailable', async () => {
    await use(keyOf(1));
    auth.down.add('list').add('resolve');
    timer.advance(3_999);
    expect(await use(keyOf(1))).toBe('accepted');
    timer.advance(1);
    expect(await use(keyOf(1))).toBe('unavailable');
  });

  it('accepts the key again without a look-up when the list can be read', async () => {
    await use(keyOf(1));
    auth.down.add('list');
    timer.advance(3_000);
    await use(keyOf(1));
    auth.down.clear();
    timer.advance(2_000);
    expect(await use(keyOf(1))).toBe('accepted');
    expect(auth.counts.resolve).toBe(1);
  });
});

describe('access tokens', () => {
  it('are verified once, and look up their user once', async () => {
    for (let second = 0; second < 30; second += 1) {
      await use(TOKEN);
      timer.advance(1_000);
    }
    expect(auth.counts).toEqual({ list: 10, resolve: 1, verify: 1 });
  });

  it('are refused within four seconds after a change of the user whose event is lost', async () => {
    await use(TOKEN);
    auth.revoked.add(CHANGED_USER.id);
    auth.changes.push(CHANGED_USER);
    expect(await refusedAfterMs(TOKEN)).toBeLessThanOrEqual(4_000);
  });

  it('are verified by every request while changes cannot be listed', async () => {
    auth.down.add('list');
    await use(TOKEN);
    await use(TOKEN);
    expect(auth.counts.verify).toBe(2);
  });
});
