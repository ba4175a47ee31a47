import { describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@outreach/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { createSigningKeys } from './signing-keys.ts';

async function documentOf(kid: string): Promise<string> {
  const { publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid }] });
}

/** Replies of auth that the test sends. */
function slowAuth() {
  const replies: ((json: string) => void)[] = [];
  const fetchJwks = async (): Promise<string> =>
    new Promise((resolve) => {
      replies.push(resolve);
    });
  return { fetchJwks, replies };
}

describe('signing keys that change while they are loaded', () => {
  it('are found by the request that loads them, and loaded again by the next one', async () => {
    const { fetchJwks, replies } = slowAuth();
    const keys = createSigningKeys(fetchJwks, createFakeClock());
    const early = keys.find('revoked');
    keys.invalidate();
    const late = keys.find('next');
    replies[0]?.(await documentOf('revoked'));
    replies[1]?.(await documentOf('next'));
    await expect(early).resolves.toBeDefined();
    await expect(late).resolves.toBeDefined();
    await expect(keys.find('revoked')).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(replies).toHaveLength(2);
  });

  it('are not cached from a load that ends after the change', async () => {
    const { fetchJwks, replies } = slowAuth();
    const keys = createSigningKeys(fetchJwks, createFakeClock());
    const early = keys.find('revoked');
    keys.invalidate();
    replies[0]?.(await documentOf('revoked'));
    await early;
    const next = keys.find('revoked');
    replies[1]?.(await documentOf('next'));
    await expect(next).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('the document of signing keys', () => {
  it('is the loaded one, if the keys change while it is loaded', async () => {
    const { fetchJwks, replies } = slowAuth();
    const keys = createSigningKeys(fetchJwks, createFakeClock());
    const document = keys.document();
    keys.invalidate();
    const json = await documentOf('current');
    replies[0]?.(json);
    expect(await document).toBe(json);
  });
});

describe('the age of signing keys', () => {
  it('counts from the start of their load', async () => {
    const { fetchJwks, replies } = slowAuth();
    const timer = createFakeClock();
    const keys = createSigningKeys(fetchJwks, timer);
    const first = keys.find('revoked');
    timer.advance(3_000);
    replies[0]?.(await documentOf('revoked'));
    await first;
    timer.advance(1_000);
    const next = keys.find('revoked');
    replies[1]?.(await documentOf('next'));
    await expect(next).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
