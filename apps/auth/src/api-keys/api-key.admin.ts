import type { CommandTable } from '@outreach/app-kit';
import { notFound } from '@outreach/errors';
import { withCall, type NewId } from '@outreach/service-kit';
import { operatorCall } from '../audit-log/index.ts';
import { revokeApiKey, type RevokeApiKeyPorts } from './change-api-key.ts';
import type { ApiKeyDirectory } from './ports.ts';

export interface ApiKeyCommandPorts extends RevokeApiKeyPorts {
  readonly directory: Pick<ApiKeyDirectory, 'findAnywhere'>;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export function apiKeyCommands(ports: ApiKeyCommandPorts): CommandTable {
  return {
    'key revoke': {
      usage: 'key revoke --id ID',
      required: ['id'],
      run: async ({ flags }) => {
        const key = await ports.directory.findAnywhere(flags['id'] ?? '');
        if (key === undefined) throw notFound();
        const ctx = operatorCall(ports.newId, key.workspace_id);
        const revoked = await withCall(ctx, async () =>
          ports.unitOfWork(async () => revokeApiKey(ports, ctx, key.id)),
        );
        const { id, workspace_id, name, revoked_at } = revoked;
        return { key: { id, workspace_id, name, revoked_at } };
      },
    },
  };
}
