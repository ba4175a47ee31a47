import { exportJWK, generateKeyPair } from 'jose';
import type { Sealer } from '@outreach/mongo-kit';
import { pause, type Clock, type NewId } from '@outreach/service-kit';
import type { RotatedKeys } from '../domain/ports.ts';
import type { SigningKeyRow, SigningKeyStore, SigningKeyUse } from '../store/signing-key-store.ts';

export const ALGORITHM = 'EdDSA';
/** How long an access token lives. */
export const ACCESS_LIFE_SECONDS = 15 * 60;
/** A rotation by another process is noticed within this time; until then it signs with the key of before. */
export const KEYS_CACHED_MS = 60_000;
/** A previous key is published until its last token has ended, and a minute for clocks that differ. */
const PREVIOUS_PUBLISHED_MS = ACCESS_LIFE_SECONDS * 1_000 + KEYS_CACHED_MS + 60_000;
/** A key signs only after having been published this long, so that every gateway can have seen it. */
const PUBLISHED_BEFORE_USE_MS = 5_000;

export interface SigningKeyOptions {
  readonly store: SigningKeyStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

/** The keys in use; the current and the next one are made when they are missing. */
export async function presentKeys(options: SigningKeyOptions): Promise<readonly SigningKeyRow[]> {
  const rows = await options.store.list();
  const missing = (['current', 'next'] as const).filter((use) => !rows.some((row) => row.use === use));
  // Processes that start at once agree by the unique index on the use.
  for (const use of missing) await options.store.insert(await makeKey(options, use));
  const now = options.clock.now();
  const all = missing.length === 0 ? rows : await options.store.list();
  return all.filter((row) => row.expires_at === undefined || row.expires_at.getTime() > now);
}

/**
 * The next key becomes the current one, the current one a previous one, and a new next one is made. Waits until the
 * next key has been published long enough.
 */
export async function rotateKeys(options: SigningKeyOptions): Promise<RotatedKeys> {
  const { store, clock } = options;
  const rows = await presentKeys(options);
  const current = only(rows, 'current');
  const next = only(rows, 'next');
  const waitMs = next.created_at.getTime() + PUBLISHED_BEFORE_USE_MS - clock.now();
  if (waitMs > 0) await pause(waitMs, new AbortController().signal);
  const coming = await makeKey(options, 'next');
  return options.unitOfWork(async () => {
    const now = clock.now();
    await store.removeExpired(new Date(now));
    const expiresAt = new Date(now + PREVIOUS_PUBLISHED_MS);
    const isCurrent = await store.move(current.kid, { from: 'current', to: 'previous', expiresAt });
    const isNext = isCurrent && (await store.move(next.kid, { from: 'next', to: 'current' }));
    if (!isNext || !(await store.insert(coming)))
      throw new Error('Another process rotates the keys just now.');
    const previous = (await store.list()).filter(({ use }) => use === 'previous').map(({ kid }) => kid);
    return { current: next.kid, next: coming.kid, previous };
  });
}

/** @throws Error when there is no key of that use. */
export function only(rows: readonly SigningKeyRow[], use: SigningKeyUse): SigningKeyRow {
  const row = rows.find((each) => each.use === use);
  if (row === undefined) throw new Error(`There is no ${use} signing key.`);
  return row;
}

async function makeKey(
  { sealer, clock, ids }: SigningKeyOptions,
  use: SigningKeyUse,
): Promise<SigningKeyRow> {
  const kid = ids('sig');
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
