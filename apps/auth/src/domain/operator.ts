import { fitsCodePoints } from '@outreach/contracts-common';
import { workspaceChanged, type AuditAction } from '@outreach/contracts-auth';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { revokeApiKey } from './api-keys.ts';
import { noteDeed, type Origin } from './audit.ts';
import { draftUser, insertUser, type NewUser } from './draft-user.ts';
import type { Tier, User, Workspace } from './model.ts';
import type { Deps } from './ports.ts';
import { noteUser } from './users.ts';

const NAME_CHARACTERS_MAX = 200;
const KEY_LIMIT_MIN = 600;
const KEY_LIMIT_MAX = 3_000;
const REQUESTS_DEFAULT = 5_000;
const WRITES_DEFAULT = 2_000;
const WORKSPACE_LIMIT_MAX = 1_000_000;

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
  origin: Origin,
  input: NewWorkspace,
): Promise<{ readonly workspace: Workspace; readonly user: User }> {
  if (input.name === '' || !fitsCodePoints(input.name, NAME_CHARACTERS_MAX))
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
    await noteWorkspace(deps, origin, { action: 'workspace.created', workspace });
    return { workspace, user: await placeUser(deps, origin, { ...draft, workspace_id: workspace.id }) };
  });
}

/** @throws AppError invalid_argument, not_found, or conflict when the username is taken. */
export async function createUser(deps: Deps, origin: Origin, input: PlacedUser): Promise<User> {
  const workspace = await deps.workspaces.findById(input.workspaceId);
  if (workspace === undefined) throw notFound();
  const draft = await draftUser(deps, input);
  return deps.unitOfWork(async () => placeUser(deps, origin, { ...draft, workspace_id: workspace.id }));
}

async function placeUser(deps: Deps, origin: Origin, user: User): Promise<User> {
  await noteUser(deps, origin, { action: 'user.created', user });
  return insertUser(deps, user);
}

export interface WorkspaceChange {
  readonly tier?: string | undefined;
  readonly keyLimit?: number | undefined;
  /** Requests and writes of the whole workspace per 60 seconds. */
  readonly limit?: number | undefined;
  readonly writeLimit?: number | undefined;
}

/**
 * Changes tier and limits; the default tier has the default limits. Gateways hear of it at once.
 * @throws AppError not_found, invalid_argument.
 */
export async function updateWorkspace(
  deps: Deps,
  origin: Origin,
  { id, change }: { readonly id: string; readonly change: WorkspaceChange },
): Promise<Workspace> {
  return deps.unitOfWork(async () => {
    await deps.workspaces.serialise(id);
    const workspace = await deps.workspaces.findById(id);
    if (workspace === undefined) throw notFound();
    const changed = applyWorkspaceChange(workspace, change);
    if (JSON.stringify(changed) === JSON.stringify(workspace)) return workspace;
    await deps.workspaces.update(changed);
    await noteWorkspace(deps, origin, { action: 'workspace.updated', workspace });
    deps.events.emit(workspaceChanged, { aggregate: { id, version: 1 }, data: { id } });
    return changed;
  });
}

function applyWorkspaceChange(workspace: Workspace, change: WorkspaceChange): Workspace {
  const tier = change.tier === undefined ? workspace.tier : parseTier(change.tier);
  const isEnterprise = tier === 'enterprise';
  const kept = isEnterprise
    ? workspace
    : { key_max: KEY_LIMIT_MIN, requests: REQUESTS_DEFAULT, writes: WRITES_DEFAULT };
  const requests = parseLimit(change.limit, { flag: 'limit', least: REQUESTS_DEFAULT, isEnterprise });
  const writes = parseLimit(change.writeLimit, { flag: 'write-limit', least: WRITES_DEFAULT, isEnterprise });
  return {
    ...workspace,
    tier,
    key_max: change.keyLimit === undefined ? kept.key_max : parseKeyLimit(change.keyLimit, tier),
    requests: requests ?? kept.requests,
    writes: writes ?? kept.writes,
  };
}

/** Revokes a key of any workspace. @throws AppError not_found. */
export async function revokeAnyKey(deps: Deps, ctx: CallContext, id: string): Promise<void> {
  await deps.unitOfWork(async () => revokeApiKey(deps, ctx, id));
}

async function noteWorkspace(
  deps: Deps,
  origin: Origin,
  { action, workspace }: { readonly action: AuditAction; readonly workspace: Workspace },
): Promise<void> {
  const target = { type: 'workspace', id: workspace.id } as const;
  await noteDeed(deps, origin, { action, target, workspaceId: workspace.id });
}

export async function listWorkspaces(deps: Deps): Promise<readonly Workspace[]> {
  return deps.workspaces.list();
}

interface LimitFlag {
  readonly flag: string;
  readonly least: number;
  readonly isEnterprise: boolean;
}

function parseLimit(value: number | undefined, { flag, least, isEnterprise }: LimitFlag): number | undefined {
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || value < least || value > WORKSPACE_LIMIT_MAX)
    throw invalidField(flag, `Must be from ${least} to ${WORKSPACE_LIMIT_MAX}.`);
  if (!isEnterprise)
    throw invalidField(flag, 'Only workspaces of the enterprise tier have limits of their own.');
  return value;
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
