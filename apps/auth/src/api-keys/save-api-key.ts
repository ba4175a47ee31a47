import type { AuditAction } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import type { Origin } from '../audit-log/index.ts';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyPorts, ApiKeyStore } from './ports.ts';

/** @throws AppError not_found. */
export async function getApiKey(keys: Pick<ApiKeyStore, 'findById'>, id: string): Promise<ApiKey> {
  const key = await keys.findById(id);
  if (key === undefined) throw notFound();
  return key;
}

/**
 * Saves a changed key and records the action. Gateways drop the cached credential because of the recorded change.
 * @returns the key with its new version.
 */
export async function saveKey(
  ports: Pick<ApiKeyPorts, 'audit' | 'changes'> & { readonly keys: Pick<ApiKeyStore, 'update'> },
  origin: Origin,
  { action, key: changed }: { readonly action: AuditAction; readonly key: ApiKey },
): Promise<ApiKey> {
  const key = { ...changed, version: changed.version + 1 };
  await ports.keys.update(key);
  await ports.changes.record({ type: 'api_key', id: key.id, version: key.version });
  await ports.audit.record(origin, action, key);
  return key;
}
