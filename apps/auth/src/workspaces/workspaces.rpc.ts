import type { Workspace as WorkspaceMessage, WorkspaceLimits } from '@outreach/contracts-auth/gen/auth.ts';
import type { AuthMethods } from '../methods/index.ts';
import type { WorkspaceStore } from './ports.ts';
import { requireWorkspace } from './require-workspace.ts';
import type { Workspace } from './workspace.ts';

export function workspaceMethods(workspaces: Pick<WorkspaceStore, 'findById'>): AuthMethods {
  return {
    getWorkspace: {
      scope: 'any-credential',
      query: async (ctx) => ({ workspace: toMessage(await requireWorkspace(workspaces, ctx.workspaceId)) }),
    },
  };
}

export function toLimitsMessage({ requests, writes, key_max }: Workspace): WorkspaceLimits {
  return { requests, writes, key_max };
}

function toMessage(workspace: Workspace): WorkspaceMessage {
  const { id, name, tier, agency_id: agencyId } = workspace;
  const limits = toLimitsMessage(workspace);
  return { id, name, tier, agency_id: agencyId ?? undefined, limits, settings: {} };
}
