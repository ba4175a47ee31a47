import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { appNames } from './names.ts';
import type { AppName } from './names.ts';

const serviceKeyBytes = 32;

const jwk = z.looseObject({ kty: z.string(), kid: z.string() });
const appKeys = z.object({ service_key: z.string(), identity_private_key: jwk, identity_public_key: jwk });
const keysSchema = z.record(z.enum(appNames), appKeys);
/** A data folder may be older than the newest app. */
const earlierKeysSchema = z.partialRecord(z.enum(appNames), appKeys);

/** Per app: its service key, and the key pair with which it signs its calls, as JWKs. */
export type StackKeys = z.output<typeof keysSchema>;

/** The keys of this data folder. Each is created once, because stored data is sealed with it. */
export function loadKeys(dataDir: string): StackKeys {
  const existing = readJsonFile(keysPath(dataDir), earlierKeysSchema) ?? {};
  const missing = appNames.filter((name) => existing[name] === undefined);
  const made = Object.fromEntries(missing.map((name) => [name, makeKeys(name)]));
  const keys = keysSchema.parse({ ...existing, ...made });
  if (missing.length > 0) writeJsonFile(keysPath(dataDir), keys);
  return keys;
}

export function readKeys(dataDir: string): StackKeys | undefined {
  return readJsonFile(keysPath(dataDir), keysSchema);
}

const keysPath = (dataDir: string): string => join(dataDir, 'keys.json');

/** New keys of an app. */
export function makeKeys(name: AppName): StackKeys[AppName] {
  const pair = generateKeyPairSync('ed25519');
  const common = { kid: name, alg: 'EdDSA', use: 'sig', kty: 'OKP' };
  return {
    service_key: randomBytes(serviceKeyBytes).toString('base64'),
    identity_private_key: { ...pair.privateKey.export({ format: 'jwk' }), ...common },
    identity_public_key: { ...pair.publicKey.export({ format: 'jwk' }), ...common },
  };
}
