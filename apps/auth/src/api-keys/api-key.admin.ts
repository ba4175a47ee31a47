import type { CommandTable } from '@outreach/app-kit';
import { notFound } from '@outreach/errors';
import { withCall } from '@outreach/service-kit';
import { operatorCall } from '../audit-log/index.ts';
import { revokeApiKey } from './change-api-key.ts';
import type { ApiKeyPorts } from './ports.ts';

export function apiKeyCommands(ports: ApiKeyPorts): CommandTable {
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
