import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack, type Stack, type StackOptions } from '@outreach/dev';
import { seedCredentials } from '@outreach/dev/seed';

/** The pause before a restart does not grow with the number of deaths. */
export const RESTART_BACKOFF_MS_MAX = 100;
/** Writes of a dead process stay locked for three seconds at most, instead of ten. */
const SHORT_LOCKS = { transactionLifetimeLimitSeconds: 2 };

export interface FaultStackOptions extends Pick<
  StackOptions,
  'entryOf' | 'env' | 'replicas' | 'mongodbUri' | 'natsUrl'
> {
  /** Number of workspaces, each with an API key. */
  readonly workspaceCount: number;
}

/** The five real processes on data of their own. */
export interface FaultStack {
  readonly stack: Stack;
  /** An API key per workspace. */
  readonly keys: readonly string[];
  readonly workspaceIds: readonly string[];
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
    const seeded = await seedCredentials(stack, { name: 'Faults', count: workspaceCount });
    const keys = seeded.map(({ apiKey }) => apiKey);
    return { stack, keys, workspaceIds: seeded.map(({ workspace }) => workspace.id), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
