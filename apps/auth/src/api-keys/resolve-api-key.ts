import { authErrors } from '@outreach/contracts-auth';
import type { Workspace } from '../workspaces/index.ts';
import type { ApiKey } from './api-key.ts';
import { isLive, validUntil } from './key-validity.ts';
import type { ApiKeyPorts } from './ports.ts';

/** The last use is stored at most this often. */
const USE_RECORDED_EVERY_MS = 60_000;

export interface ResolvedKey {
  readonly key: ApiKey;
  /** The end of the key that was used; a former key ends before its record. */
  readonly expiresAt: Date | null;
  readonly workspace: Workspace;
}

/** @throws AppError unauthenticated when no valid key has that digest. */
export async function resolveApiKey(
  { directory, workspaces, clock }: ApiKeyPorts,
  sha256: string,
): Promise<ResolvedKey> {
  const key = await directory.findByDigest(sha256);
  const now = clock.now();
  const expiresAt = key === undefined ? undefined : validUntil(key, sha256, now);
  if (key === undefined || expiresAt === undefined) throw authErrors.unknownKey.make();
  const workspace = await workspaces.findById(key.workspace_id);
  if (workspace === undefined) throw authErrors.unknownKey.make();
  if (key.last_used_at === null || now - key.last_used_at.getTime() > USE_RECORDED_EVERY_MS)
    await directory.recordUse(key.id, new Date(now));
  return { key, expiresAt, workspace };
}

/**
 * Resolves a key by the id of its record, for work that continues on its behalf. It is no use of the key. @throws AppError
 * unauthenticated when the key does not exist, is revoked or has expired.
 */
export async function resolveApiKeyById(
  { directory, workspaces, clock }: ApiKeyPorts,
  id: string,
): Promise<ResolvedKey> {
  const key = await directory.findAnywhere(id);
  if (key === undefined || !isLive(key, clock.now())) throw authErrors.unknownKey.make();
  const workspace = await workspaces.findById(key.workspace_id);
  if (workspace === undefined) throw authErrors.unknownKey.make();
  return { key, expiresAt: key.expires_at, workspace };
}
