import { notFound } from '@outreach/errors';
import type { Audit, Origin } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { WorkspaceStore } from './ports.ts';
import { changeLimits, parseTier, type LimitChange } from './workspace-limits.ts';
import type { Workspace } from './workspace.ts';

export interface UpdateWorkspacePorts {
  readonly workspaces: Pick<WorkspaceStore, 'findById' | 'update' | 'lock'>;
  readonly audit: Audit;
  readonly changes: CredentialChanges;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

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
  ports: UpdateWorkspacePorts,
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
    const target = { type: 'workspace', id } as const;
    await audit.record(origin, { action: 'workspace.updated', target, workspaceId: id });
    await changes.record({ type: 'workspace', id, version: saved.version });
    return saved;
  });
}
