import type { CommandTable } from '@outreach/app-kit';
import { withCall } from '@outreach/service-kit';
import { operatorCall } from '../audit-log/index.ts';
import type { WorkspacePorts } from './ports.ts';
import { updateWorkspace } from './update-workspace.ts';
import type { Workspace } from './workspace.ts';

export function workspaceCommands(ports: WorkspacePorts): CommandTable {
  return {
    'workspace list': {
      usage: 'workspace list',
      run: async () => ({ workspaces: (await ports.workspaces.list()).map(showWorkspace) }),
    },
    'workspace update': {
      usage:
        'workspace update --id ID [--tier default|enterprise] [--key-limit 600–3000] [--limit 5000–1000000] [--write-limit 2000–1000000]',
      required: ['id'],
      optional: ['tier', 'key-limit', 'limit', 'write-limit'],
      run: async ({ flags }) => {
        const id = flags['id'] ?? '';
        const change = {
          tier: flags['tier'],
          keyLimit: toNumber(flags['key-limit']),
          limit: toNumber(flags['limit']),
          writeLimit: toNumber(flags['write-limit']),
        };
        const ctx = operatorCall(ports.newId, id);
        const workspace = await withCall(ctx, async () => updateWorkspace(ports, ctx, { id, change }));
        return { workspace: { ...showWorkspace(workspace), limits: showLimits(workspace) } };
      },
    },
  };
}

/** The value of a number flag. Text that is not a number becomes NaN, which every limit refuses. */
export function toNumber(flag: string | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

export function showWorkspace({ id, name, tier, agency_id }: Workspace): object {
  return { id, name, tier, agency_id };
}

function showLimits({ key_max, requests, writes }: Workspace): object {
  return { credential: key_max, workspace: requests, workspace_write: writes };
}
