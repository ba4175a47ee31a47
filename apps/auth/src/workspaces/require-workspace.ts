import { AppError } from '@outreach/errors';
import type { WorkspaceStore } from './ports.ts';
import type { Workspace } from './workspace.ts';

/** @throws AppError not_found. */
export async function requireWorkspace(
  workspaces: Pick<WorkspaceStore, 'findById'>,
  id: string,
): Promise<Workspace> {
  const workspace = await workspaces.findById(id);
  if (workspace === undefined) throw new AppError('not_found', 'The workspace does not exist.');
  return workspace;
}
