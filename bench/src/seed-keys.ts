import type { Stack } from '@outreach/dev';
import { seedCredentials } from '@outreach/dev/seed';
import { keysOf } from './one-at-a-time.ts';

/** Requests that one key and one workspace of the default tier may make in 60 s. */
const WRITES_PER_KEY = 300;
const REQUESTS_PER_KEY = 600;
const BULKS_PER_KEY = 30;
const WRITES_PER_WORKSPACE = 2_000;
const REQUESTS_PER_WORKSPACE = 5_000;
/** A workspace has at most 50 active keys. */
const KEYS_PER_WORKSPACE_MAX = 40;
/** Requests of each key before the measurement, which count against its rate limit. */
const RESERVE = 20;

const LIMITS = {
  read: { perKey: REQUESTS_PER_KEY - RESERVE, perWorkspace: REQUESTS_PER_WORKSPACE },
  write: { perKey: WRITES_PER_KEY - RESERVE, perWorkspace: WRITES_PER_WORKSPACE },
  bulk: { perKey: BULKS_PER_KEY, perWorkspace: WRITES_PER_WORKSPACE },
} as const;

export interface KeyNeed {
  readonly requests: number;
  readonly kind: keyof typeof LIMITS;
}

/** Creates enough workspaces and keys that no request of the benchmark exceeds a rate limit. */
export async function seedKeys(stack: Stack, { requests, kind }: KeyNeed): Promise<string[]> {
  const { perKey, perWorkspace } = LIMITS[kind];
  const keysPerWorkspace = Math.min(Math.floor((perWorkspace - RESERVE) / perKey), KEYS_PER_WORKSPACE_MAX);
  const keyCount = Math.ceil(requests / perKey);
  const count = Math.ceil(keyCount / keysPerWorkspace);
  const owners = await seedCredentials(stack, { name: 'Bench', count });
  const keys: string[] = [];
  for (const { apiKey } of owners) keys.push(...(await keysOf(stack, apiKey, keysPerWorkspace)));
  return keys.slice(0, keyCount);
}
