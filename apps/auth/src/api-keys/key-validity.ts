import type { ApiKey } from './api-key.ts';

/** A key is live while it is neither revoked nor expired. */
export function isLive(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, nowMs: number): boolean {
  const isExpired = key.expires_at !== null && key.expires_at.getTime() <= nowMs;
  return key.revoked_at === null && !isExpired;
}

/**
 * The end of the validity of the current or former key with this digest.
 * @returns undefined if that key is not valid; null for a key without an end.
 */
export function validUntil(key: ApiKey, digest: string, nowMs: number): Date | null | undefined {
  if (!isLive(key, nowMs)) return undefined;
  if (key.key_sha256 === digest) return key.expires_at;
  const former = key.former.find(({ key_sha256 }) => key_sha256 === digest);
  if (former === undefined || former.valid_until.getTime() <= nowMs) return undefined;
  const { valid_until: end } = former;
  return key.expires_at !== null && key.expires_at < end ? key.expires_at : end;
}
