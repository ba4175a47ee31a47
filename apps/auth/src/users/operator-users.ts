import type { Origin } from '../audit-log/index.ts';
import { requireWorkspace } from '../workspaces/index.ts';
import { draftUser, insertUser, type NewUser, type UserDraft } from './draft-user.ts';
import type { UserPorts } from './ports.ts';
import type { User } from './user.ts';

/**
 * Creates a user in any workspace, for operators.
 * @throws AppError invalid_argument, not_found; conflict when the username is taken.
 */
export async function createUserAsOperator(
  ports: UserPorts,
  origin: Origin,
  input: NewUser & { readonly workspaceId: string },
): Promise<User> {
  const workspace = await requireWorkspace(ports.workspaces, input.workspaceId);
  const draft = await draftUser(ports, input);
  return ports.unitOfWork(async () => insertDraft(ports, origin, { draft, workspaceId: workspace.id }));
}

export interface DraftOfWorkspace {
  readonly draft: UserDraft;
  readonly workspaceId: string;
}

/** Part of a transaction. @throws AppError conflict when the username, or an email that must be unique, is taken. */
export async function insertDraft(
  ports: UserPorts,
  origin: Origin,
  { draft, workspaceId }: DraftOfWorkspace,
): Promise<User> {
  const user = { ...draft, workspace_id: workspaceId };
  await ports.audit.record(origin, 'user.created', user);
  return insertUser(ports, user);
}
