import { notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { Workspace } from './model.ts';
import type { Deps } from './ports.ts';

/** The workspace of the caller. @throws AppError not_found when it is gone. */
export async function getWorkspace(
  { workspaces }: Pick<Deps, 'workspaces'>,
  { workspaceId }: Pick<CallContext, 'workspaceId'>,
): Promise<Workspace> {
  const workspace = await workspaces.findById(workspaceId);
  if (workspace === undefined) throw notFound();
  return workspace;
}
