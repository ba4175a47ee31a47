import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Environment } from './app-environment.ts';
import { withAuthAdmin } from './auth-admin.ts';
import type { NewSeeds, SeededWorkspace } from './seed.ts';

const PASSWORD_BYTES = 12;
const SUFFIX_BYTES = 4;

const createdSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ username: z.string(), role: z.string() }),
});

/**
 * Creates workspaces with owners by the admin commands of auth, in this process.
 * @param env the environment of auth.
 */
export async function createWorkspaces(
  env: Environment,
  { name, count, flags = [] }: NewSeeds,
): Promise<readonly SeededWorkspace[]> {
  return withAuthAdmin(env, async (run) => {
    const seeded: SeededWorkspace[] = [];
    for (let index = 0; index < count; index += 1) {
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      const owner = `${name.toLowerCase()}-${randomBytes(SUFFIX_BYTES).toString('hex')}@example.com`;
      // A random password may begin with a dash, which is valid only in the form with `=`.
      const args = ['--name', name, '--owner', owner, `--password=${password}`, ...flags];
      const { workspace, user } = createdSchema.parse(await run(['workspace', 'create', ...args]));
      seeded.push({ workspace, username: user.username, role: user.role, password });
    }
    return seeded;
  });
}
