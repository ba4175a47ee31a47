import { createKey, seedCredential, type Stack } from '@outreach/dev';

/** Requests that one key and one workspace of the default tier may make in 60 s. */
const WRITES_PER_KEY = 300;
const REQUESTS_PER_KEY = 600;
const WRITES_PER_WORKSPACE = 2_000;
const REQUESTS_PER_WORKSPACE = 5_000;
/** A key spends this much of its budget on being made and used before the measured part. */
const RESERVE = 20;

export interface KeyNeed {
  readonly requests: number;
  readonly kind: 'read' | 'write';
}

/** As many keys, over as many workspaces, as the limits need for the work: they stay on. */
export async function seedKeys(stack: Stack, { requests, kind }: KeyNeed): Promise<string[]> {
  const perKey = (kind === 'write' ? WRITES_PER_KEY : REQUESTS_PER_KEY) - RESERVE;
  const perWorkspace = kind === 'write' ? WRITES_PER_WORKSPACE : REQUESTS_PER_WORKSPACE;
  const keysPerWorkspace = Math.floor((perWorkspace - RESERVE) / perKey);
  const keyCount = Math.ceil(requests / perKey);
  const keys: string[] = [];
  while (keys.length < keyCount) keys.push(...(await seedWorkspaceKeys(stack, keysPerWorkspace)));
  return keys.slice(0, keyCount);
}

async function seedWorkspaceKeys(stack: Stack, count: number): Promise<string[]> {
  const { apiKey } = await seedCredential(stack, 'Bench');
  const more = await Promise.all(
    Array.from({ length: count - 1 }, async (_, index) => createKey(stack, apiKey, `Bench ${String(index)}`)),
  );
  return [apiKey, ...more];
}
