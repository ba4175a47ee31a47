import { notFound } from '@outreach/errors';
import type { Origin } from '../audit-log/index.ts';
import type { WorkspacePorts } from './ports.ts';
import { changeLimits, parseTier, type LimitChange } from './workspace-limits.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceEdit {
  readonly id: string;
  readonly change: LimitChange & { readonly tier?: string | undefined };
}

/**
 * Changes the tier and the limits, and publishes `workspace.changed` for the gateways. A change without an effect is
 * not recorded.
 * @throws AppError not_found, invalid_argument.
 */
export async function updateWorkspace(
  ports: WorkspacePorts,
  origin: Origin,
  { id, change }: WorkspaceEdit,
): Promise<Workspace> {
  const { workspaces, audit, changes } = ports;
  return ports.unitOfWork(async () => {
    await workspaces.lock(id);
    const workspace = await workspaces.findById(id);
    if (workspace === undefined) throw notFound();
    const tier = change.tier === undefined ? workspace.tier : parseTier(change.tier);
    const changed = { ...workspace, tier, ...changeLimits(workspace, tier, change) };
    if (JSON.stringify(changed) === JSON.stringify(workspace)) return workspace;
    const saved = { ...changed, version: workspace.version + 1 };
    await workspaces.update(saved);
    await audit.record(origin, 'workspace.updated', { id, workspace_id: id });
    await changes.record({ type: 'workspace', id, version: saved.version });
    return saved;
  });
}
