import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeKeys } from './keys.ts';
import { appNames, type AppName } from './names.ts';

const KEY_BYTES = 32;
const ownerOnlyFolder = 0o700;
const readableFolder = 0o755;
const readableFile = 0o444;

export interface SecretFileOptions {
  /** An existing folder keeps its secrets; missing ones are added. */
  readonly folder: string;
  readonly mongodbUri: string;
  readonly redisUrl: string;
}

/** The servers of docker-compose.yml and of the components in k8s/, by their names there. */
export const COMPOSED_SERVERS = {
  mongodbUri: 'mongodb://mongo:27017/?replicaSet=outreach',
  redisUrl: 'redis://redis:6379',
} as const;

/** While an identity key is rotated: the next private key of the app, or the previous one. Only its public part is used. */
const OTHER_IDENTITY_KEY = 'IDENTITY_PRIVATE_KEY_OTHER';

const BACKEND_FILES = ['IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEYS', 'SERVICE_KEY', 'MONGODB_URI'] as const;

const GATEWAY_FILES = ['IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEYS', 'TRACKING_KEY', 'REDIS_URL'] as const;

/** Per app the variables whose values are in files of the same name. */
export const secretFiles = Object.fromEntries(appNames.map((app) => [app, filesOf(app)])) as Readonly<
  Record<AppName, readonly string[]>
>;

function filesOf(app: AppName): readonly string[] {
  if (app === 'gateway') return GATEWAY_FILES;
  return app === 'campaigns' ? [...BACKEND_FILES, 'TRACKING_KEY'] : BACKEND_FILES;
}

/**
 * Writes the secrets of an installation as `<folder>/<app>/<VARIABLE>`. Only the owner may open the folder. The files in
 * it are readable, because a container that mounts the folder of its app runs as another user.
 */
export function writeSecretFiles({ folder, mongodbUri, redisUrl }: SecretFileOptions): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnlyFolder });
  const trackingKey =
    readSecret(folder, 'gateway', 'TRACKING_KEY') ??
    readSecret(folder, 'campaigns', 'TRACKING_KEY') ??
    randomBytes(KEY_BYTES).toString('base64');
  const privateKeys = new Map(appNames.map((app) => [app, privateKeyOf(folder, app)]));
  const rotated = appNames.flatMap((app) => readSecret(folder, app, OTHER_IDENTITY_KEY) ?? []);
  const publicKeys = JSON.stringify({ keys: [...privateKeys.values(), ...rotated].map(publicPart) });
  for (const app of appNames) {
    mkdirSync(join(folder, app), { recursive: true, mode: readableFolder });
    const values: Readonly<Record<string, string>> = {
      IDENTITY_PRIVATE_KEY: privateKeys.get(app) ?? '',
      SERVICE_KEY: randomBytes(KEY_BYTES).toString('base64'),
      TRACKING_KEY: trackingKey,
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
    };
    for (const variable of secretFiles[app])
      if (variable === 'IDENTITY_PUBLIC_KEYS') writeSecret(join(folder, app, variable), publicKeys);
      else if (readSecret(folder, app, variable) === undefined)
        writeSecret(join(folder, app, variable), values[variable] ?? '');
  }
}

const privateKey = z.looseObject({ kid: z.string(), d: z.string() });

function privateKeyOf(folder: string, app: AppName): string {
  const existing = readSecret(folder, app, 'IDENTITY_PRIVATE_KEY');
  return existing ?? JSON.stringify(makeKeys(app).identity_private_key);
}

function publicPart(text: string): object {
  const { d: _private, ...published } = privateKey.parse(JSON.parse(text));
  return published;
}

function readSecret(folder: string, app: AppName, variable: string): string | undefined {
  const path = join(folder, app, variable);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Atomic: a reader gets the old or the new content. */
function writeSecret(path: string, value: string): void {
  const prepared = `${path}.${process.pid}`;
  writeFileSync(prepared, value, { mode: readableFile });
  renameSync(prepared, path);
}
