import { authErrors } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import type { CallContext, Clock } from '@outreach/service-kit';
import type { Origin } from '../audit-log/index.ts';
import { parseScopes } from '../scopes/index.ts';
import { requireWorkspace, type WorkspaceStore } from '../workspaces/index.ts';
import { checkPassword, draftUser, insertUser, parseEmail, parseRole, type NewUser } from './draft-user.ts';
import type { Passwords, UserPorts, UserStore } from './ports.ts';
import { claimEmail } from './unique-email.ts';
import { requireRank } from './user-rank.ts';
import type { User } from './user.ts';

/** Absent fields do not change. */
export interface UserChange {
  readonly email?: string | null;
  readonly password?: string;
  readonly role?: string;
  readonly scopes?: readonly string[];
  readonly is_active?: boolean;
}

/**
 * Creates a user of the caller's workspace.
 * @throws AppError invalid_argument; permission_denied above the caller's rank; conflict when the username, or an email
 * that must be unique, is taken.
 */
export async function createUser(ports: UserPorts, ctx: CallContext, input: NewUser): Promise<User> {
  const user = { ...(await draftUser(ports, input)), workspace_id: ctx.workspaceId };
  requireRank(ctx, user);
  await lockWorkspace(ports.workspaces, ctx);
  await ports.audit.record(ctx, 'user.created', user);
  return insertUser(ports, user);
}

/** @throws AppError not_found. */
export async function getUser(users: Pick<UserStore, 'findOwn'>, id: string): Promise<User> {
  const user = await users.findOwn(id);
  if (user === undefined) throw notFound();
  return user;
}

/**
 * Changes fields of a user. A new password, a new role and a deactivation end all tokens of the user. A change without
 * an effect is not recorded.
 * @throws AppError invalid_argument, not_found; permission_denied when the user is, or would be, above the caller;
 * conflict for the last owner, and for an email that must be unique and is taken.
 */
export async function updateUser(
  ports: UserPorts,
  ctx: CallContext,
  edit: { readonly id: string; readonly change: UserChange },
): Promise<User> {
  const change = await parseChange(ports.passwords, edit.change);
  await lockWorkspace(ports.workspaces, ctx);
  const before = await getUser(ports.users, edit.id);
  requireRank(ctx, before);
  const changed: User = { ...before, ...change };
  requireRank(ctx, changed);
  const after = await claimEmail(ports, changed, before);
  if (!isActiveOwner(after)) await keepAnOwner(ports.users, before);
  if (JSON.stringify(before) === JSON.stringify(after)) return before;
  const saved = endsTokens(before, after) ? { ...after, tokens_valid_from: justAfter(ports.clock) } : after;
  const user = { ...saved, version: before.version + 1 };
  await ports.audit.record(ctx, 'user.updated', user);
  await ports.users.update(user);
  if (endsTokens(before, after)) await endSessions(ports, user);
  else if (edit.change.scopes !== undefined) await recordChange(ports.changes, user);
  return user;
}

export interface NewPassword {
  readonly user: User;
  readonly hash: string;
}

/** Part of a transaction in the workspace of the user, who has proved its identity: all its tokens end. */
export async function replacePassword(
  ports: UserPorts,
  origin: Origin,
  { user, hash }: NewPassword,
): Promise<void> {
  const tokens_valid_from = justAfter(ports.clock);
  const after = { ...user, password_hash: hash, tokens_valid_from, version: user.version + 1 };
  const { id, workspace_id } = user;
  const about = { id, workspace_id, actor: { type: 'user', id } } as const;
  await ports.audit.record(origin, 'user.password_reset', about);
  await ports.users.update(after);
  await endSessions(ports, after);
}

/**
 * Deletes a user and ends all its tokens.
 * @throws AppError not_found; permission_denied when the user is above the caller; conflict for the last owner.
 */
export async function deleteUser(ports: UserPorts, ctx: CallContext, id: string): Promise<void> {
  await lockWorkspace(ports.workspaces, ctx);
  const user = await getUser(ports.users, id);
  requireRank(ctx, user);
  await keepAnOwner(ports.users, user);
  await ports.users.remove(id);
  await ports.secondFactors.remove(id);
  await ports.audit.record(ctx, 'user.deleted', user);
  await endSessions(ports, { id, version: user.version + 1 });
}

/** Changes of users run one after another in a workspace, so that two changes cannot remove the last two owners. */
async function lockWorkspace(
  workspaces: Pick<WorkspaceStore, 'findById' | 'lock'>,
  { workspaceId }: CallContext,
): Promise<void> {
  await requireWorkspace(workspaces, workspaceId);
  await workspaces.lock(workspaceId);
}

async function parseChange(passwords: Pick<Passwords, 'hash'>, change: UserChange): Promise<Partial<User>> {
  const { email, password, role, scopes, is_active } = change;
  if (password !== undefined) checkPassword(password);
  return {
    ...(email === undefined ? {} : { email: parseEmail(email ?? undefined) }),
    ...(role === undefined ? {} : { role: parseRole(role) }),
    ...(scopes === undefined ? {} : { scopes: parseScopes(scopes) }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(password === undefined ? {} : { password_hash: await passwords.hash(password) }),
  };
}

function isActiveOwner({ role, is_active }: User): boolean {
  return role === 'owner' && is_active;
}

async function keepAnOwner(users: Pick<UserStore, 'countActiveOwners'>, leaving: User): Promise<void> {
  if (isActiveOwner(leaving) && (await users.countActiveOwners()) <= 1) throw authErrors.lastOwner.make();
}

function endsTokens(before: User, after: User): boolean {
  const isDeactivated = before.is_active && !after.is_active;
  return isDeactivated || before.role !== after.role || before.password_hash !== after.password_hash;
}

/** Tokens of the current millisecond are void too: a log-in with the new password takes longer than that. */
function justAfter(clock: Clock): Date {
  return new Date(clock.now() + 1);
}

async function endSessions(
  { sessions, changes }: Pick<UserPorts, 'sessions' | 'changes'>,
  user: Pick<User, 'id' | 'version'>,
): Promise<void> {
  await sessions.endAll(user.id);
  await recordChange(changes, user);
}

/** Gateways drop the cached credential of the user. */
async function recordChange(
  changes: UserPorts['changes'],
  { id, version }: Pick<User, 'id' | 'version'>,
): Promise<void> {
  await changes.record({ type: 'user', id, version });
}
