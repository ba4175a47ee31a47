import type { ServiceBase } from '@outreach/app-kit';
import type { AuthFeature } from '../methods/index.ts';
import type { AgencyStore, WorkspacePorts, WorkspaceStore } from './ports.ts';
import { createAgencyStore, createWorkspaceStore } from './workspace.store.ts';
import { workspaceCommands } from './workspaces.admin.ts';
import { workspaceMethods } from './workspaces.rpc.ts';

export type { AgencyStore, WorkspaceStore } from './ports.ts';
export { requireWorkspace } from './require-workspace.ts';
export { changeLimits, DEFAULT_LIMITS, parseTier } from './workspace-limits.ts';
export { checkWorkspaceName } from './workspace.ts';
export type { Workspace } from './workspace.ts';
export { showWorkspace, toNumber } from './workspaces.admin.ts';
export { toLimitsMessage } from './workspaces.rpc.ts';

export interface Workspaces extends AuthFeature {
  readonly store: WorkspaceStore;
  readonly agencies: AgencyStore;
}

/** Workspaces with their tier and limits, and agencies. */
export function createWorkspaces(
  base: ServiceBase,
  needs: Pick<WorkspacePorts, 'audit' | 'changes'>,
): Workspaces {
  const { ids: newId } = base;
  const { unitOfWork } = base.units;
  const workspaces = createWorkspaceStore(base.mongo.connection);
  return {
    name: 'workspaces',
    methods: workspaceMethods(workspaces),
    admin: workspaceCommands({ ...needs, workspaces, newId, unitOfWork }),
    store: workspaces,
    agencies: createAgencyStore(base.mongo.connection, newId),
  };
}
