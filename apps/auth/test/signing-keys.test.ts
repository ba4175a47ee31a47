import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServiceBase, type ServiceBase } from '@outreach/app-kit';
import { createLogger, withCall } from '@outreach/service-kit';
import { createFakeClock, eventually, testCall, testEnvironment } from '@outreach/testing';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { authService } from '../src/app.ts';
import { createCredentialChangeList } from '../src/credential-changes/index.ts';
import { createSigningKeys, type TokenSigner } from '../src/signing-keys/index.ts';

const MINUTE_MS = 60_000;
const claims = { userId: 'usr_1', workspaceId: 'ws_1', role: 'owner', scopes: [] };
const clock = createFakeClock();
let base: ServiceBase;
let signer: TokenSigner;
/** Another process of auth. */
let otherSigner: TokenSigner;

beforeAll(async () => {
  const { env } = await testEnvironment('signing');
  const logger = createLogger({ name: 'auth', level: 'silent' });
  base = createServiceBase('auth', authService.config.load(env), { logger, clock });
  const { changes } = createCredentialChangeList(base);
  signer = asOperator(createSigningKeys(base, { changes }).signer);
  otherSigner = asOperator(createSigningKeys(base, { changes }).signer);
  await base.mongo.start();
});

afterAll(async () => {
  await base.mongo.stop();
});

/** Changes of keys emit an event, which needs a call. */
function asOperator({ rotate, revoke, ...rest }: TokenSigner): TokenSigner {
  const inCall = async <T>(fn: () => Promise<T>): Promise<T> => withCall(testCall(''), fn);
  return {
    ...rest,
    rotate: async () => inCall(rotate),
    revoke: async (kid) => inCall(async () => revoke(kid)),
  };
}

async function published(): Promise<JSONWebKeySet> {
  const set: JSONWebKeySet = JSON.parse(await signer.jwks());
  return set;
}

async function publishedKids(): Promise<(string | undefined)[]> {
  return (await published()).keys.map(({ kid }) => kid);
}

async function verifies(token: string): Promise<boolean> {
  const keys = createLocalJWKSet(await published());
  return jwtVerify(token, keys, { currentDate: new Date(clock.now()) }).then(
    () => true,
    () => false,
  );
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe('signing keys', () => {
  it('are published before they sign and until their last token has ended', async () => {
    const before = await signer.signAccess(claims);
    const next = (await publishedKids()).find((kid) => kid !== kidOf(before));
    clock.advance(MINUTE_MS);
    const rotated = await signer.rotate();
    clock.advance(MINUTE_MS);
    const after = await signer.signAccess(claims);
    expect(kidOf(after)).toBe(next);
    expect(rotated).toEqual({ current: next, next: expect.any(String), previous: [kidOf(before)] });
    expect(await publishedKids()).toHaveLength(3);
    expect([await verifies(before), await verifies(after)]).toEqual([true, true]);
    clock.advance(16 * MINUTE_MS);
    expect(await publishedKids()).toEqual(expect.not.arrayContaining([kidOf(before)]));
  });

  it('can be rotated again while tokens of two earlier keys are valid', async () => {
    const issued: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      issued.push(await signer.signAccess(claims));
      clock.advance(MINUTE_MS);
      await signer.rotate();
      clock.advance(1_000);
    }
    expect(new Set(issued.map(kidOf)).size).toBe(3);
    for (const token of issued) expect(await verifies(token)).toBe(true);
  });

  it('sign with the new key in every process within a second of a rotation', async () => {
    await otherSigner.signAccess(claims);
    clock.advance(MINUTE_MS);
    const { current } = await signer.rotate();
    clock.advance(1_000);
    expect(kidOf(await otherSigner.signAccess(claims))).toBe(current);
  });

  it.each(['current', 'next', 'previous'] as const)(
    'are replaced when the %s key is revoked',
    async (use) => {
      clock.advance(MINUTE_MS);
      const before = await signer.rotate();
      clock.advance(MINUTE_MS);
      const kid = [before[use]].flat()[0] ?? '';
      const after = await signer.revoke(kid);
      expect(after).toMatchObject({
        current: use === 'current' ? before.next : before.current,
        next: use === 'previous' ? before.next : expect.not.stringMatching(before.next),
      });
      expect(await publishedKids()).toEqual(expect.not.arrayContaining([kid]));
      clock.advance(1_000);
      for (const process of [signer, otherSigner])
        expect(kidOf(await process.signAccess(claims))).toBe(after.current);
      await expect(signer.revoke(kid)).rejects.toMatchObject({ kind: 'not_found' });
    },
  );

  it('are rotated once by two concurrent rotations', async () => {
    // On a busy machine the second rotation may begin after the first one has committed; then both succeed.
    await eventually(async () => {
      clock.advance(MINUTE_MS);
      const outcomes = await Promise.allSettled([signer.rotate(), signer.rotate()]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
    const kids = await publishedKids();
    expect(new Set(kids).size).toBe(kids.length);
  });
});
