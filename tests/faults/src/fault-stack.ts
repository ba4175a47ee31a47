import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedCredential, startStack, type Stack, type StackOptions } from '@outreach/dev';

/** Credentials are made by processes of their own, which take a core each. */
const SEEDED_AT_ONCE = 2;

/** A restart waits no longer for the deaths before it. */
const RESTART_BACKOFF_MS_MAX = 100;
/** What a dead process had written stays locked for three seconds at most, so that a test need not wait for ten. */
const SHORT_LOCKS = { transactionLifetimeLimitSeconds: 2 };

export interface FaultStackOptions extends Pick<StackOptions, 'entryOf' | 'env' | 'furtherAddresses'> {
  /** Workspaces, each with an API key. */
  readonly workspaceCount: number;
}

/** The five real processes on data of their own. */
export interface FaultStack {
  readonly stack: Stack;
  /** An API key per workspace. */
  readonly keys: readonly string[];
  stop(): Promise<void>;
}

export async function startFaultStack(options: FaultStackOptions): Promise<FaultStack> {
  const { workspaceCount, env, ...rest } = options;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-faults-'));
  const { MONGODB_URI, NATS_URL, ...baseEnv } = process.env;
  const stack = await startStack({
    ...rest,
    dataDir,
    baseEnv,
    env: { OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'info', ...env },
    restartBackoffMsMax: RESTART_BACKOFF_MS_MAX,
    mongodSettings: SHORT_LOCKS,
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { stack, keys: await seedKeys(stack, workspaceCount), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function seedKeys(stack: Stack, count: number): Promise<string[]> {
  const keys: string[] = [];
  let startedCount = 0;
  const seed = async (): Promise<void> => {
    while (startedCount < count) {
      startedCount += 1;
      keys.push((await seedCredential(stack, 'Faults')).apiKey);
    }
  };
  await Promise.all(Array.from({ length: SEEDED_AT_ONCE }, seed));
  return keys;
}
