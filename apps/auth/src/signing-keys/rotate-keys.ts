import { notFound } from '@outreach/errors';
import type { Clock, NewId } from '@outreach/service-kit';
import { exportJWK, generateKeyPair } from 'jose';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { KeySealer, RotatedKeys, SigningKeyStore } from './ports.ts';
import { requireKey, type SigningKey, type SigningKeyUse } from './signing-key.ts';

export const ALGORITHM = 'EdDSA';
/** Lifetime of an access token. */
export const ACCESS_LIFE_SECONDS = 15 * 60;
/**
 * A process uses the new key after a rotation or revocation by another process within this time; until then it signs with
 * the old key.
 */
export const KEYS_CACHED_MS = 500;
/** A previous key is published until its last token has ended, and a minute longer for clocks that differ. */
const PREVIOUS_PUBLISHED_MS = ACCESS_LIFE_SECONDS * 1_000 + KEYS_CACHED_MS + 60_000;
/** A key signs only after it has been published for this long, so that every gateway has it. */
const PUBLISHED_BEFORE_USE_MS = 5_000;

export interface SigningKeyPorts {
  readonly keys: SigningKeyStore;
  readonly sealer: KeySealer;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly changes: CredentialChanges;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly wait: (ms: number) => Promise<void>;
}

/** The keys in use. A missing current or next key is created. */
export async function keysInUse(ports: SigningKeyPorts): Promise<readonly SigningKey[]> {
  const stored = await ports.keys.list();
  const missing = (['current', 'next'] as const).filter((use) => !stored.some((key) => key.use === use));
  // Of processes that start concurrently, one inserts the key: the use has a unique index.
  for (const use of missing) await ports.keys.insert(await createKey(ports, use));
  const now = ports.clock.now();
  const all = missing.length === 0 ? stored : await ports.keys.list();
  return all.filter((key) => key.expires_at === undefined || key.expires_at.getTime() > now);
}

/**
 * The next key becomes the current key, the current key becomes a previous key, and a new next key is created. Waits
 * until the next key has been published long enough.
 */
export async function rotateKeys(ports: SigningKeyPorts): Promise<RotatedKeys> {
  const { keys, clock } = ports;
  const inUse = await keysInUse(ports);
  const current = requireKey(inUse, 'current');
  const next = requireKey(inUse, 'next');
  const waitMs = next.created_at.getTime() + PUBLISHED_BEFORE_USE_MS - clock.now();
  if (waitMs > 0) await ports.wait(waitMs);
  const following = await createKey(ports, 'next');
  return ports.unitOfWork(async () => {
    const now = clock.now();
    await keys.removeExpired(new Date(now));
    const expiresAt = new Date(now + PREVIOUS_PUBLISHED_MS);
    const retired = await keys.changeUse(current.kid, { from: 'current', to: 'previous', expiresAt });
    const promoted = retired && (await keys.changeUse(next.kid, { from: 'next', to: 'current' }));
    if (!promoted || !(await keys.insert(following))) throw changedMeanwhile();
    await recordChange(ports, current.kid);
    return kidsOf(await keys.list());
  });
}

/**
 * Deletes a key: its tokens are invalid from then on. The next key replaces a revoked current key at once, and a new key
 * replaces a revoked next key.
 * @throws AppError not_found for an unknown key.
 */
export async function revokeKey(ports: SigningKeyPorts, kid: string): Promise<RotatedKeys> {
  const { keys } = ports;
  const inUse = await keysInUse(ports);
  const revoked = inUse.find((key) => key.kid === kid);
  if (revoked === undefined) throw notFound();
  const following = await createKey(ports, 'next');
  return ports.unitOfWork(async () => {
    if (!(await keys.remove(kid, revoked.use))) throw changedMeanwhile();
    if (revoked.use === 'current') {
      const next = requireKey(inUse, 'next');
      if (!(await keys.changeUse(next.kid, { from: 'next', to: 'current' }))) throw changedMeanwhile();
    }
    if (revoked.use !== 'previous' && !(await keys.insert(following))) throw changedMeanwhile();
    await recordChange(ports, kid);
    return kidsOf(await keys.list());
  });
}

/** Gateways drop their cached keys and verified tokens because of this change. */
async function recordChange({ changes, clock }: SigningKeyPorts, kid: string): Promise<void> {
  // A key has no version: the time of its changes orders them.
  await changes.record({ type: 'signing_key', id: kid, version: clock.now() });
}

function kidsOf(keys: readonly SigningKey[]): RotatedKeys {
  return {
    current: requireKey(keys, 'current').kid,
    next: requireKey(keys, 'next').kid,
    previous: keys.filter(({ use }) => use === 'previous').map(({ kid }) => kid),
  };
}

function changedMeanwhile(): Error {
  return new Error('Another process changes the signing keys at the same time.');
}

async function createKey({ sealer, clock, newId }: SigningKeyPorts, use: SigningKeyUse): Promise<SigningKey> {
  const kid = newId('sig');
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg: ALGORITHM };
  return {
    kid,
    use,
    public_jwk: JSON.stringify(publicJwk),
    sealed_private_jwk: sealer.seal(Buffer.from(JSON.stringify(privateJwk))),
    created_at: new Date(clock.now()),
  };
}
