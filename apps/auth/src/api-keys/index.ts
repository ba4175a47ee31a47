import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { AuthFeature } from '../methods/index.ts';
import { apiKeyCommands } from './api-key.admin.ts';
import { createApiKeyStores } from './api-key.store.ts';
import { apiKeyMethods } from './api-keys.rpc.ts';
import type { ApiKeyPorts } from './ports.ts';

/** API keys: creation, rotation, revocation, and the check of a key that a gateway received. */
export function createApiKeys(
  base: ServiceBase,
  needs: Pick<ApiKeyPorts, 'audit' | 'changes' | 'workspaces'>,
): AuthFeature {
  const { clock, ids: newId } = base;
  const { unitOfWork } = base.units;
  const stores = createApiKeyStores(base.mongo.connection, base.cursors);
  const ports = { ...needs, ...stores, randomBytes, clock, newId, unitOfWork };
  return { name: 'api-keys', methods: apiKeyMethods(ports), admin: apiKeyCommands(ports) };
}
