import { randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Audit } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import { apiKeyCommands } from './api-key.admin.ts';
import { createApiKeyStores } from './api-key.store.ts';
import { apiKeyMethods, type ApiKeyMethods } from './api-keys.rpc.ts';
import { createKeySecrets } from './key-secrets.ts';

export interface ApiKeysNeeds {
  readonly audit: Audit;
  readonly changes: CredentialChanges;
  readonly workspaces: WorkspaceStore;
}

/** API keys: creation, rotation, revocation, and the check of a key that a gateway received. */
export function createApiKeys(base: ServiceBase, needs: ApiKeysNeeds): Feature<ApiKeyMethods> {
  const { clock, ids: newId, units } = base;
  const stores = createApiKeyStores(base.mongo.connection, base.cursors);
  const secrets = createKeySecrets(randomBytes);
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> => units.unitOfWork(async () => fn());
  const ports = { ...needs, ...stores, secrets, clock, newId, unitOfWork };
  return { name: 'api-keys', methods: apiKeyMethods(ports), admin: apiKeyCommands(ports) };
}
