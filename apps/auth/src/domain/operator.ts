import { authErrors, isRole, type Role } from '@outreach/contracts-auth';
import { invalidField, notFound } from '@outreach/errors';
import type { Tier, User, Workspace } from './model.ts';
import type { Deps } from './ports.ts';
import { parseScopes } from './scopes-of.ts';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
const PASSWORD_BYTES_MIN = 12;
const PASSWORD_BYTES_MAX = 1_024;
const NAME_CHARACTERS_MAX = 200;
const KEY_LIMIT_MIN = 600;
const KEY_LIMIT_MAX = 3_000;
const REQUESTS_DEFAULT = 5_000;
const WRITES_DEFAULT = 2_000;

export interface NewWorkspace {
  readonly name: string;
  readonly owner: string;
  readonly password: string;
  readonly tier: string | undefined;
  readonly keyLimit: number | undefined;
  readonly agency: string | undefined;
}

export interface NewUser {
  readonly workspaceId: string;
  readonly username: string;
  readonly password: string;
  readonly role: string;
  readonly scopes: readonly string[];
}

/** Makes a workspace and its owner. @throws AppError invalid_argument; conflict when the username is taken. */
export async function createWorkspace(
  deps: Deps,
  input: NewWorkspace,
): Promise<{ readonly workspace: Workspace; readonly user: User }> {
  const length = Array.from(input.name).length;
  if (length < 1 || length > NAME_CHARACTERS_MAX)
    throw invalidField('name', 'Must have 1 to 200 characters.');
  const tier = parseTier(input.tier);
  const keyMax = parseKeyLimit(input.keyLimit, tier);
  const draft = await draftUser(deps, { ...input, username: input.owner, role: 'owner', scopes: [] });
  return deps.unitOfWork(async () => {
    const workspace: Workspace = {
      id: deps.newId('ws'),
      name: input.name,
      tier,
      agency_id: input.agency === undefined ? null : await deps.workspaces.agencyIdOf(input.agency),
      key_max: keyMax,
      requests: REQUESTS_DEFAULT,
      writes: WRITES_DEFAULT,
      created_at: new Date(deps.clock.now()),
    };
    await deps.workspaces.insert(workspace);
    return { workspace, user: await insertUser(deps, { ...draft, workspace_id: workspace.id }) };
  });
}

/** @throws AppError invalid_argument, not_found, or conflict when the username is taken. */
export async function createUser(deps: Deps, input: NewUser): Promise<User> {
  const workspace = await deps.workspaces.findById(input.workspaceId);
  if (workspace === undefined) throw notFound();
  const draft = await draftUser(deps, input);
  return deps.unitOfWork(async () => insertUser(deps, { ...draft, workspace_id: workspace.id }));
}

export async function listWorkspaces(deps: Deps): Promise<readonly Workspace[]> {
  return deps.workspaces.list();
}

async function draftUser(
  deps: Deps,
  input: Omit<NewUser, 'workspaceId'>,
): Promise<Omit<User, 'workspace_id'>> {
  if (!USERNAME.test(input.username))
    throw invalidField('username', 'Must be 1 to 120 of letters, digits and . _ @ + -');
  const bytes = Buffer.byteLength(input.password);
  if (bytes < PASSWORD_BYTES_MIN || bytes > PASSWORD_BYTES_MAX) {
    throw invalidField('password', 'Must have 12 to 1,024 bytes.');
  }
  const role: Role | undefined = isRole(input.role) ? input.role : undefined;
  if (role === undefined) throw invalidField('role', 'Must be owner, admin, member or viewer.');
  return {
    id: deps.newId('usr'),
    username: input.username,
    email: null,
    role,
    scopes: parseScopes(input.scopes),
    is_active: true,
    password_hash: await deps.passwords.hash(input.password),
    tokens_valid_from: new Date(0),
    created_at: new Date(deps.clock.now()),
  };
}

async function insertUser(deps: Deps, user: User): Promise<User> {
  const taken = await deps.users.findByUsername(user.username);
  if (taken !== undefined) throw authErrors.duplicateUsername.make({ field: 'username' });
  await deps.users.insert(user);
  return user;
}

function parseTier(tier: string | undefined): Tier {
  if (tier === undefined || tier === 'default') return 'default';
  if (tier === 'enterprise') return tier;
  throw invalidField('tier', 'Must be default or enterprise.');
}

/** The largest budget of one key: fixed on the default tier, 600 to 3,000 on enterprise. */
function parseKeyLimit(keyLimit: number | undefined, tier: Tier): number {
  if (keyLimit === undefined) return KEY_LIMIT_MIN;
  if (!Number.isInteger(keyLimit) || keyLimit < KEY_LIMIT_MIN || keyLimit > KEY_LIMIT_MAX) {
    throw invalidField('key-limit', 'Must be from 600 to 3000.');
  }
  if (tier !== 'enterprise' && keyLimit !== KEY_LIMIT_MIN) {
    throw invalidField('key-limit', 'Only workspaces of the enterprise tier have a key limit of their own.');
  }
  return keyLimit;
}
