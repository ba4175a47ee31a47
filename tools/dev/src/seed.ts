import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SCOPES } from '@outreach/contracts-auth';
import { z } from 'zod';
import { runAdmin } from './admin-command.ts';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';
import { callRest } from './rest-client.ts';
import { runCaptured } from './run-captured.ts';
import type { StackConnection } from './stack.ts';

const passwordBytes = 12;

const createdSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ username: z.string(), role: z.string() }),
});

/** The output of `seed-workspaces.ts`. */
const seededSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  username: z.string(),
  role: z.string(),
  password: z.string(),
});

/** A workspace with its owner. */
export interface SeededWorkspace {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly username: string;
  readonly role: string;
  readonly password: string;
}

export interface NewSeed {
  readonly name: string;
  readonly owner: string;
  /** Further flags of `workspace create`. */
  readonly flags?: readonly string[];
}

/** Creates a workspace by the admin command. Undefined if the command failed; the reason is on stderr. */
export async function seedWorkspace(
  stack: StackConnection,
  seed: NewSeed,
): Promise<SeededWorkspace | undefined> {
  const password = randomBytes(passwordBytes).toString('base64url');
  // A random password may begin with a dash, which is valid only in the form with `=`.
  const args = ['workspace', 'create', '--name', seed.name, '--owner', seed.owner, `--password=${password}`];
  const { code, stdout } = await runAdmin([...args, ...(seed.flags ?? [])], (app) =>
    stack.environmentOf(app),
  );
  if (code !== 0) return undefined;
  const { workspace, user } = createdSchema.parse(JSON.parse(stdout));
  return { workspace, username: user.username, role: user.role, password };
}

/** Creates an API key with every scope as the owner of the workspace. */
export async function seedApiKey(
  stack: StackConnection,
  owner: SeededWorkspace,
  name: string,
): Promise<string> {
  const { access } = await callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/auth/token/',
    body: { username: owner.username, password: owner.password },
    answer: z.object({ access: z.string() }),
  });
  return createKey(stack, access, name);
}

/** Creates an API key with every scope; the credential needs admin:keys. */
export async function createKey(stack: StackConnection, token: string, name: string): Promise<string> {
  const { key } = await callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/api-keys/',
    token,
    body: { name, scopes: SCOPES },
    answer: z.object({ key: z.string() }),
  });
  return key;
}

/** A workspace with an API key. */
export interface SeededCredential extends SeededWorkspace {
  readonly apiKey: string;
}

/**
 * Creates several workspaces, each with an API key, by one process.
 * @param flags further flags of `workspace create`.
 */
export async function seedCredentials(
  stack: StackConnection,
  { name, count, flags = [] }: { name: string; count: number; flags?: readonly string[] },
): Promise<readonly SeededCredential[]> {
  const script = join(repositoryRoot, 'tools', 'dev', 'seed-workspaces.ts');
  const { code, output } = await runCaptured([script, name, String(count), ...flags], {
    cwd: repositoryRoot,
    env: stack.environmentOf('auth'),
  });
  if (code !== 0) throw new PlainError(`The workspaces ${name} could not be created: ${output}`);
  const owners = z.array(seededSchema).parse(JSON.parse(output));
  return Promise.all(
    owners.map(async (owner) => ({ ...owner, apiKey: await seedApiKey(stack, owner, name) })),
  );
}

/** A workspace with an API key. @throws PlainError if the admin command failed. */
export async function seedCredential(
  stack: StackConnection,
  name: string,
  flags: readonly string[] = [],
): Promise<SeededCredential> {
  const [seeded] = await seedCredentials(stack, { name, count: 1, flags });
  if (seeded === undefined) throw new PlainError(`The workspace ${name} could not be created.`);
  return seeded;
}
