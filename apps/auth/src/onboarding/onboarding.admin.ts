import type { CommandTable } from '@outreach/app-kit';
import { operatorCall } from '../audit-log/index.ts';
import { showWorkspace, toNumber } from '../workspaces/index.ts';
import { createWorkspace, type CreateWorkspacePorts } from './create-workspace.ts';

export function onboardingCommands(ports: CreateWorkspacePorts): CommandTable {
  return {
    'workspace create': {
      usage:
        'workspace create --name N --owner USERNAME --password P [--tier default|enterprise] [--key-limit 600–3000] [--agency NAME]',
      required: ['name', 'owner', 'password'],
      optional: ['tier', 'key-limit', 'agency'],
      run: async ({ flags }) => {
        const { workspace, user } = await createWorkspace(ports, operatorCall(ports.newId), {
          name: flags['name'] ?? '',
          owner: flags['owner'] ?? '',
          password: flags['password'] ?? '',
          tier: flags['tier'],
          keyLimit: toNumber(flags['key-limit']),
          agency: flags['agency'],
        });
        const { id, username, role } = user;
        return { workspace: showWorkspace(workspace), user: { id, username, role } };
      },
    },
  };
}
