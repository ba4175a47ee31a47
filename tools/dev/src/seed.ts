import { randomBytes } from 'node:crypto';
import { SCOPES } from '@outreach/contracts-auth';
import { z } from 'zod';
import { runAdmin } from './admin-command.ts';
import { PlainError } from './plain-error.ts';
import { callRest } from './rest-client.ts';
import type { Stack } from './stack.ts';

const passwordBytes = 12;

const createdSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ username: z.string(), role: z.string() }),
});

/** A workspace with its owner, as the admin command made them. */
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

/** Makes a workspace by the admin command; undefined when it refused, which it has explained on stderr. */
export async function seedWorkspace(stack: Stack, seed: NewSeed): Promise<SeededWorkspace | undefined> {
  const password = randomBytes(passwordBytes).toString('base64url');
  // A random password may begin with a dash, which only the form with `=` takes.
  const args = ['workspace', 'create', '--name', seed.name, '--owner', seed.owner, `--password=${password}`];
  const { code, stdout } = await runAdmin([...args, ...(seed.flags ?? [])], (app) =>
    stack.environmentOf(app),
  );
  if (code !== 0) return undefined;
  const { workspace, user } = createdSchema.parse(JSON.parse(stdout));
  return { workspace, username: user.username, role: user.role, password };
}

/** An API key with every scope, made by the owner. */
export async function seedApiKey(stack: Stack, owner: SeededWorkspace, name: string): Promise<string> {
  const { access } = await callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/auth/token/',
    body: { username: owner.username, password: owner.password },
    answer: z.object({ access: z.string() }),
  });
  return createKey(stack, access, name);
}

/** An API key with every scope, made with a credential that may. */
export async function createKey(stack: Stack, token: string, name: string): Promise<string> {
  const { key } = await callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/api-keys/',
    token,
    body: { name, scopes: SCOPES },
    answer: z.object({ key: z.string() }),
  });
  return key;
}

/** A workspace and a key of it in one go. @throws PlainError when the admin command refused. */
export async function seedCredential(
  stack: Stack,
  name: string,
  flags: readonly string[] = [],
): Promise<SeededWorkspace & { readonly apiKey: string }> {
  const suffix = randomBytes(4).toString('hex');
  const username = `${name.toLowerCase()}-${suffix}@example.com`;
  const owner = await seedWorkspace(stack, { name, owner: username, flags });
  if (owner === undefined) throw new PlainError(`The workspace ${name} could not be created.`);
  return { ...owner, apiKey: await seedApiKey(stack, owner, name) };
}
