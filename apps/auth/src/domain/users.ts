import { authErrors, userChanged, type AuditAction } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import { noteDeed, type AuditDeps, type Origin } from './audit.ts';
import { checkPassword, draftUser, insertUser, parseEmail, parseRole, type NewUser } from './draft-user.ts';
import type { User } from './model.ts';
import type { Deps } from './ports.ts';
import { parseScopes } from './scopes-of.ts';
import { demandRank } from './user-rank.ts';

/** Absent members stay as they are. */
export interface UserChange {
  readonly email?: string | null;
  readonly password?: string;
  readonly role?: string;
  readonly scopes?: readonly string[];
  readonly is_active?: boolean;
}

/** @throws AppError invalid_argument; permission_denied beyond the caller's rank; conflict when the username is taken. */
export async function createUser(deps: Deps, ctx: CallContext, input: NewUser): Promise<User> {
  const draft = { ...(await draftUser(deps, input)), workspace_id: ctx.workspaceId };
  demandRank(ctx, draft);
  await lockWorkspace(deps, ctx);
  await noteUser(deps, ctx, { action: 'user.created', user: draft });
  return insertUser(deps, draft);
}

/** @throws AppError not_found. */
export async function getUser(deps: Pick<Deps, 'users'>, id: string): Promise<User> {
  const user = await deps.users.findOwn(id);
  if (user === undefined) throw notFound();
  return user;
}

export async function listUsers(deps: Pick<Deps, 'users'>, query: PageRequest): Promise<PageOf<User>> {
  return deps.users.list(query);
}

/**
 * A new password or role and a deactivation end all tokens of the user.
 * @throws AppError invalid_argument, not_found; permission_denied when the user is, or would be, above the caller;
 * conflict for the last owner.
 */
export async function updateUser(deps: Deps, ctx: CallContext, edit: UserEdit): Promise<User> {
  const parts = await parseChange(deps, edit.change);
  await lockWorkspace(deps, ctx);
  const before = await getUser(deps, edit.id);
  demandRank(ctx, before);
  const after: User = { ...before, ...parts };
  demandRank(ctx, after);
  if (!isActiveOwner(after)) await keepAnOwner(deps, before);
  if (JSON.stringify(before) === JSON.stringify(after)) return before;
  await noteUser(deps, ctx, { action: 'user.updated', user: after });
  if (!endsTokens(before, after)) {
    await deps.users.update(after);
    if (edit.change.scopes !== undefined) tellChange(deps, after.id);
    return after;
  }
  const ended = { ...after, tokens_valid_from: justAfter(deps) };
  await deps.users.update(ended);
  await endSessions(deps, ended.id);
  return ended;
}

export interface UserEdit {
  readonly id: string;
  readonly change: UserChange;
}

/** @throws AppError not_found; permission_denied when the user is above the caller; conflict for the last owner. */
export async function deleteUser(deps: Deps, ctx: CallContext, id: string): Promise<void> {
  await lockWorkspace(deps, ctx);
  const user = await getUser(deps, id);
  demandRank(ctx, user);
  await keepAnOwner(deps, user);
  await deps.users.remove(id);
  await noteUser(deps, ctx, { action: 'user.deleted', user });
  await endSessions(deps, id);
}

/** Notes a deed on a user. */
export async function noteUser(
  deps: AuditDeps,
  origin: Origin,
  { action, user }: { readonly action: AuditAction; readonly user: Pick<User, 'id' | 'workspace_id'> },
): Promise<void> {
  const target = { type: 'user', id: user.id } as const;
  await noteDeed(deps, origin, { action, target, workspaceId: user.workspace_id });
}

/** Changes of users run one after the other in a workspace, so that two cannot each spare the other's owner. */
async function lockWorkspace(deps: Pick<Deps, 'workspaces'>, { workspaceId }: CallContext): Promise<void> {
  const workspace = await deps.workspaces.findById(workspaceId);
  if (workspace === undefined) throw notFound();
  await deps.workspaces.serialise(workspaceId);
}

async function parseChange(deps: Pick<Deps, 'passwords'>, change: UserChange): Promise<Partial<User>> {
  const { email, password, role, scopes, is_active } = change;
  if (password !== undefined) checkPassword(password);
  return {
    ...(email === undefined ? {} : { email: parseEmail(email ?? undefined) }),
    ...(role === undefined ? {} : { role: parseRole(role) }),
    ...(scopes === undefined ? {} : { scopes: parseScopes(scopes) }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(password === undefined ? {} : { password_hash: await deps.passwords.hash(password) }),
  };
}

function isActiveOwner({ role, is_active }: User): boolean {
  return role === 'owner' && is_active;
}

async function keepAnOwner(deps: Pick<Deps, 'users'>, leaving: User): Promise<void> {
  if (isActiveOwner(leaving) && (await deps.users.countActiveOwners()) <= 1)
    throw authErrors.lastOwner.make();
}

function endsTokens(before: User, after: User): boolean {
  const isDeactivated = before.is_active && !after.is_active;
  return isDeactivated || before.role !== after.role || before.password_hash !== after.password_hash;
}

/** Tokens of this very millisecond are old ones, since a log-in with the new password takes longer than that. */
function justAfter({ clock }: Pick<Deps, 'clock'>): Date {
  return new Date(clock.now() + 1);
}

async function endSessions(deps: Pick<Deps, 'refreshTokens' | 'events'>, id: string): Promise<void> {
  await deps.refreshTokens.removeOfUser(id);
  tellChange(deps, id);
}

function tellChange({ events }: Pick<Deps, 'events'>, id: string): void {
  events.emit(userChanged, { aggregate: { id, version: 1 }, data: { id } });
}
