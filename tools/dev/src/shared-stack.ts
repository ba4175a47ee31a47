import { join } from 'node:path';
import type { Environment } from './app-environment.ts';
import { whileRunning } from './interrupt.ts';
import { startStack, type Stack } from './stack.ts';
import { SHARED_STACK_VARIABLE, writeDescription } from './stack-description.ts';

/** Settings of stacks under test: webhooks may go to this machine, and each request can have a client address of its own. */
export const TEST_STACK_SETTINGS: Environment = {
  OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
  TRUSTED_PROXIES: '127.0.0.0/8',
  // Nothing listens there: a verification asks no name server of the machine.
  VERIFICATION_DNS_SERVERS: '127.0.0.1:9',
  LOG_LEVEL: 'info',
};

/** The environment without the servers of other tests, so that a stack starts its own. */
export function withoutServers(env: Environment): Environment {
  const { MONGODB_URI, NATS_URL, ...others } = env;
  return others;
}

export interface SharedStackOptions {
  readonly env: Environment;
  readonly folder: string;
  /** Changes to the settings of the apps. */
  readonly changes?: Environment;
}

/**
 * Runs `fn` with a stack that several test files share: the five apps on a new data folder.
 * @param fn receives the environment of the tests, in which `SHARED_STACK_VARIABLE` leads to the stack.
 */
export async function withSharedStack<T>(
  { env, folder, changes = {} }: SharedStackOptions,
  fn: (env: Environment) => Promise<T>,
): Promise<T> {
  const path = join(folder, 'shared-stack.json');
  const running: { stack?: Stack } = {};
  const stack = await startStack({
    dataDir: join(folder, 'shared-stack'),
    env: { ...TEST_STACK_SETTINGS, ...changes },
    baseEnv: withoutServers(env),
    onProcesses: () => {
      if (running.stack !== undefined) writeDescription(path, running.stack);
    },
  });
  running.stack = stack;
  writeDescription(path, stack);
  return whileRunning(stack, async () => fn({ ...env, [SHARED_STACK_VARIABLE]: path }));
}
