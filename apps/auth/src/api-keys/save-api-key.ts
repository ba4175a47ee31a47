import type { AuditAction } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import type { Audit, Origin } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyStore } from './ports.ts';

export interface SaveKeyPorts {
  readonly keys: Pick<ApiKeyStore, 'update'>;
  readonly audit: Audit;
  readonly changes: CredentialChanges;
}

/** @throws AppError not_found. */
export async function getApiKey(keys: Pick<ApiKeyStore, 'findById'>, id: string): Promise<ApiKey> {
  const key = await keys.findById(id);
  if (key === undefined) throw notFound();
  return key;
}

export interface KeyAction {
  readonly action: AuditAction;
  readonly key: ApiKey;
}

/**
 * Saves a changed key and records the action. Gateways drop the cached credential because of the recorded change.
 * @returns the key with its new version.
 */
export async function saveKey(
  { keys, audit, changes }: SaveKeyPorts,
  origin: Origin,
  { action, key: changed }: KeyAction,
): Promise<ApiKey> {
  const key = { ...changed, version: changed.version + 1 };
  await keys.update(key);
  await changes.record({ type: 'api_key', id: key.id, version: key.version });
  await recordKey(audit, origin, { action, key });
  return key;
}

export async function recordKey(audit: Audit, origin: Origin, { action, key }: KeyAction): Promise<void> {
  const target = { type: 'api_key', id: key.id } as const;
  await audit.record(origin, { action, target, workspaceId: key.workspace_id });
}
