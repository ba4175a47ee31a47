import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { appNames } from './names.ts';
import type { AppName } from './names.ts';

const serviceKeyBytes = 32;

const jwk = z.looseObject({ kty: z.string(), kid: z.string() });
const keysSchema = z.record(
  z.enum(appNames),
  z.object({ service_key: z.string(), identity_private_key: jwk, identity_public_key: jwk }),
);

/** Per app: its service key, and the key pair with which it signs its calls, as JWKs. */
export type StackKeys = z.output<typeof keysSchema>;

/** The keys of this data folder, made once: what they seal must stay readable. */
export function loadKeys(dataDir: string): StackKeys {
  const existing = readKeys(dataDir);
  if (existing !== undefined) return existing;
  const made = keysSchema.parse(Object.fromEntries(appNames.map((name) => [name, makeKeys(name)])));
  writeJsonFile(keysPath(dataDir), made);
  return made;
}

export function readKeys(dataDir: string): StackKeys | undefined {
  return readJsonFile(keysPath(dataDir), keysSchema);
}

const keysPath = (dataDir: string): string => join(dataDir, 'keys.json');

function makeKeys(name: AppName): StackKeys[AppName] {
  const pair = generateKeyPairSync('ed25519');
  const common = { kid: name, alg: 'EdDSA', use: 'sig', kty: 'OKP' };
  return {
    service_key: randomBytes(serviceKeyBytes).toString('base64'),
    identity_private_key: { ...pair.privateKey.export({ format: 'jwk' }), ...common },
    identity_public_key: { ...pair.publicKey.export({ format: 'jwk' }), ...common },
  };
}
