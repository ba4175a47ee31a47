import { invalidField, notFound } from '@outreach/errors';
import { draftUser, insertUser, type NewUser } from './draft-user.ts';
import type { Tier, User, Workspace } from './model.ts';
import type { Deps } from './ports.ts';

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

export interface PlacedUser extends NewUser {
  readonly workspaceId: string;
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
export async function createUser(deps: Deps, input: PlacedUser): Promise<User> {
  const workspace = await deps.workspaces.findById(input.workspaceId);
  if (workspace === undefined) throw notFound();
  const draft = await draftUser(deps, input);
  return deps.unitOfWork(async () => insertUser(deps, { ...draft, workspace_id: workspace.id }));
}

export async function listWorkspaces(deps: Deps): Promise<readonly Workspace[]> {
  return deps.workspaces.list();
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
