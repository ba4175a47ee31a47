import { authErrors } from '@outreach/contracts-auth';
import type { Workspace } from '../workspaces/index.ts';
import type { UserPorts } from './ports.ts';
import type { User } from './user.ts';

/** The credential status of a user. @throws AppError unauthenticated when the user does not exist or is inactive. */
export async function resolveUser(
  ports: UserPorts,
  id: string,
): Promise<{ readonly user: User; readonly workspace: Workspace }> {
  const user = await ports.users.findById(id);
  if (user?.is_active !== true) throw authErrors.unknownUser.make();
  const workspace = await ports.workspaces.findById(user.workspace_id);
  if (workspace === undefined) throw authErrors.unknownUser.make();
  return { user, workspace };
}
