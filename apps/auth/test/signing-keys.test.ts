import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { createLogger } from '@outreach/service-kit';
import { createFakeClock, testEnvironment } from '@outreach/testing';
import { buildDomain } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

const MINUTE_MS = 60_000;
const claims = { userId: 'usr_1', workspaceId: 'ws_1', role: 'owner', scopes: [] };
const clock = createFakeClock();
let auth: ReturnType<typeof buildDomain>;

beforeAll(async () => {
  const { env } = await testEnvironment('signing');
  auth = buildDomain(loadConfig(env), { logger: createLogger({ name: 'auth', level: 'silent' }), clock });
  await auth.base.mongo.start();
});

afterAll(async () => {
  await auth.base.mongo.stop();
});

async function published(): Promise<JSONWebKeySet> {
  const set: JSONWebKeySet = JSON.parse(await auth.deps.tokens.jwks());
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
    const { tokens } = auth.deps;
    const before = await tokens.signAccess(claims);
    const next = (await publishedKids()).find((kid) => kid !== kidOf(before));
    clock.advance(MINUTE_MS);
    const rotated = await tokens.rotate();
    clock.advance(MINUTE_MS);
    const after = await tokens.signAccess(claims);
    expect(kidOf(after)).toBe(next);
    expect(rotated).toEqual({ current: next, next: expect.any(String), previous: [kidOf(before)] });
    expect(await publishedKids()).toHaveLength(3);
    expect([await verifies(before), await verifies(after)]).toEqual([true, true]);
    clock.advance(16 * MINUTE_MS);
    expect(await publishedKids()).toEqual(expect.not.arrayContaining([kidOf(before)]));
  });

  it('rotate again while tokens of two rotations ago live', async () => {
    const { tokens } = auth.deps;
    const issued: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      issued.push(await tokens.signAccess(claims));
      clock.advance(MINUTE_MS);
      await tokens.rotate();
      clock.advance(1_000);
    }
    expect(new Set(issued.map(kidOf)).size).toBe(3);
    for (const token of issued) expect(await verifies(token)).toBe(true);
  });

  it('are rotated once when two operators try at the same time', async () => {
    clock.advance(MINUTE_MS);
    const outcomes = await Promise.allSettled([auth.deps.tokens.rotate(), auth.deps.tokens.rotate()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const kids = await publishedKids();
    expect(new Set(kids).size).toBe(kids.length);
  });
});
