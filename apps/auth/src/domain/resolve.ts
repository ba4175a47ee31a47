import { authErrors } from '@outreach/contracts-auth';
import { endOf } from './is-live.ts';
import type { ApiKey, User, Workspace } from './model.ts';
import type { Deps } from './ports.ts';

/** A use is noted at most this often. */
const USE_NOTED_EVERY_MS = 60_000;

export interface ResolvedKey {
  readonly key: ApiKey;
  /** When the presented key ends; a former one ends before its record. */
  readonly expiresAt: Date | null;
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
  const expiresAt = key === undefined ? undefined : endOf(key, sha256, now);
  if (key === undefined || expiresAt === undefined) throw authErrors.unknownKey.make();
  const workspace = await deps.workspaces.findById(key.workspace_id);
  if (workspace === undefined) throw authErrors.unknownKey.make();
  if (now - (key.last_used_at?.getTime() ?? 0) > USE_NOTED_EVERY_MS)
    await deps.keys.noteUse(key.id, new Date(now));
  return { key, expiresAt, workspace };
}

/** The present standing of a user. @throws AppError unauthenticated when the user is gone or inactive. */
export async function resolveUser(deps: ResolveDeps, id: string): Promise<ResolvedUser> {
  const user = await deps.users.findById(id);
  if (user?.is_active !== true) throw authErrors.unknownUser.make();
  const workspace = await deps.workspaces.findById(user.workspace_id);
  if (workspace === undefined) throw authErrors.unknownUser.make();
  return { user, workspace };
}
