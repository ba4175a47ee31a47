import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';

/** RFC 8037 §2, with the name of the service as `kid`. */
const publicJwk = z.object({
  kid: z.string().min(1),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
});
const privateJwk = publicJwk.extend({ d: z.string() });

/** The key that signs the calls of a service. */
export interface IdentityKey {
  /** The name of the service. */
  readonly service: string;
  readonly key: KeyObject;
}

/** Reads IDENTITY_PRIVATE_KEY. @throws ConfigError, which does not show the key. */
export function readPrivateKey(jwk: Record<string, unknown>): IdentityKey {
  const problem = 'IDENTITY_PRIVATE_KEY: must be an Ed25519 private key as JWK, with the service as kid';
  return readKey(problem, () => {
    const { kid, ...key } = privateJwk.parse(jwk);
    return { service: kid, key: createPrivateKey({ key, format: 'jwk' }) };
  });
}

/**
 * Reads IDENTITY_PUBLIC_KEYS: the public keys by the name of their service. While a key is rotated, its service has two.
 * @throws ConfigError that names the malformed key.
 */
export function readPublicKeys(set: Record<string, unknown>): ReadonlyMap<string, readonly KeyObject[]> {
  const listed: unknown = set['keys'];
  if (!Array.isArray(listed)) throw new ConfigError(['IDENTITY_PUBLIC_KEYS: must have a list of keys']);
  const read = Array.from<unknown, IdentityKey>(listed, readPublicKey);
  const byService = Map.groupBy(read, ({ service }) => service);
  return new Map([...byService].map(([service, keys]) => [service, keys.map(({ key }) => key)]));
}

function readPublicKey(jwk: unknown, index: number): IdentityKey {
  const problem = `IDENTITY_PUBLIC_KEYS: keys[${index}] must be an Ed25519 public key as JWK, with the service as kid`;
  return readKey(problem, () => {
    const { kid, ...key } = publicJwk.parse(jwk);
    return { service: kid, key: createPublicKey({ key, format: 'jwk' }) };
  });
}

function readKey(problem: string, read: () => IdentityKey): IdentityKey {
  try {
    return read();
  } catch {
    // The causes may show parts of the key.
    throw new ConfigError([problem]);
  }
}
