import { randomBytes } from 'node:crypto';
import { SCOPES } from '@outreach/contracts-auth';
import { z } from 'zod';
import { runAdmin } from './admin-command.ts';
import { PlainError } from './plain-error.ts';
import { callRest } from './rest-client.ts';
import type { StackConnection } from './stack.ts';

const passwordBytes = 12;

const createdSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ username: z.string(), role: z.string() }),
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

/** Workspaces of one name. */
export interface NewSeeds {
  readonly name: string;
  readonly count: number;
  /** Further flags of `workspace create`. */
  readonly flags?: readonly string[];
}

/** Creates several workspaces, each with an API key. @throws AppError if the admin command fails. */
export async function seedCredentials(
  stack: StackConnection,
  seeds: NewSeeds,
): Promise<readonly SeededCredential[]> {
  // The runner of `npm start` never loads the auth app.
  const { createWorkspaces } = await import('./create-workspaces.ts');
  const owners = await createWorkspaces(stack.environmentOf('auth'), seeds);
  return Promise.all(
    owners.map(async (owner) => ({ ...owner, apiKey: await seedApiKey(stack, owner, seeds.name) })),
  );
}

/** A workspace with an API key. @throws AppError if the admin command fails. */
export async function seedCredential(
  stack: StackConnection,
  name: string,
  flags: readonly string[] = [],
): Promise<SeededCredential> {
  const [seeded] = await seedCredentials(stack, { name, count: 1, flags });
  if (seeded === undefined) throw new PlainError(`The workspace ${name} could not be created.`);
  return seeded;
}

/** Runs an admin command of auth in this process, and returns its result. @throws UsageError; AppError. */
export async function runAuthAdmin(stack: StackConnection, args: readonly string[]): Promise<object> {
  const { withAuthAdmin } = await import('./auth-admin.ts');
  return withAuthAdmin(stack.environmentOf('auth'), async (run) => run(args));
}
