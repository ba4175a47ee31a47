import { authService } from '@outreach/app-auth';
import { openAdmin } from '@outreach/app-kit';
import type { Environment } from './app-environment.ts';

/**
 * Runs admin commands of auth in this process: a process of its own takes seconds.
 * @param env the environment of auth.
 */
export async function withAuthAdmin<T>(
  env: Environment,
  fn: (run: (args: readonly string[]) => Promise<object>) => Promise<T>,
): Promise<T> {
  const admin = await openAdmin(authService, env);
  try {
    return await fn(admin.run);
  } finally {
    await admin.close();
  }
}
