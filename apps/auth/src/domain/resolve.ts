import { authErrors } from '@outreach/contracts-auth';
import type { ApiKey, User, Workspace } from './model.ts';
import type { Deps } from './ports.ts';

/** A use is noted at most this often. */
const USE_NOTED_EVERY_MS = 60_000;

export interface ResolvedKey {
  readonly key: ApiKey;
  readonly workspace: Workspace;
}

export interface ResolvedUser {
  readonly user: User;
  readonly workspace: Workspace;
}

type ResolveDeps = Pick<Deps, 'keys' | 'users' | 'workspaces' | 'clock'>;

/** The live key of that digest. @throws AppError unauthenticated when there is none, or it is revoked or expired. */
export async function resolveApiKey(deps: ResolveDeps, sha256: string): Promise<ResolvedKey> {
  const key = await deps.keys.findByDigest(sha256);
  const now = deps.clock.now();
  if (key === undefined || !isLive(key, now)) throw authErrors.unknownKey.make();
  const workspace = await deps.workspaces.findById(key.workspace_id);
  if (workspace === undefined) throw authErrors.unknownKey.make();
  if (now - (key.last_used_at?.getTime() ?? 0) > USE_NOTED_EVERY_MS)
    await deps.keys.noteUse(key.id, new Date(now));
  return { key, workspace };
}

function isLive(key: ApiKey, nowMs: number): boolean {
  const isExpired = key.expires_at !== null && key.expires_at.getTime() <= nowMs;
  return key.revoked_at === null && !isExpired;
}

/** The present standing of a user. @throws AppError unauthenticated when the user is gone or inactive. */
export async function resolveUser(deps: ResolveDeps, id: string): Promise<ResolvedUser> {
  const user = await deps.users.findById(id);
  if (user?.is_active !== true) throw authErrors.unknownUser.make();
  const workspace = await deps.workspaces.findById(user.workspace_id);
  if (workspace === undefined) throw authErrors.unknownUser.make();
  return { user, workspace };
}
