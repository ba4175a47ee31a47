import type { Audit, Origin } from '../audit-log/index.ts';
import { requireWorkspace, type WorkspaceStore } from '../workspaces/index.ts';
import {
  draftUser,
  insertUser,
  type DraftUserPorts,
  type InsertUserPorts,
  type NewUser,
  type UserDraft,
} from './draft-user.ts';
import { recordUser } from './manage-users.ts';
import type { User } from './user.ts';

export interface OperatorUserPorts extends DraftUserPorts, InsertUserPorts {
  readonly workspaces: Pick<WorkspaceStore, 'findById'>;
  readonly audit: Audit;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export interface OperatorUser extends NewUser {
  readonly workspaceId: string;
}

/**
 * Creates a user in any workspace, for operators.
 * @throws AppError invalid_argument, not_found; conflict when the username is taken.
 */
export async function createUserAsOperator(
  ports: OperatorUserPorts,
  origin: Origin,
  input: OperatorUser,
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
  ports: InsertUserPorts & Pick<OperatorUserPorts, 'audit'>,
  origin: Origin,
  { draft, workspaceId }: DraftOfWorkspace,
): Promise<User> {
  const user = { ...draft, workspace_id: workspaceId };
  await recordUser(ports.audit, origin, { action: 'user.created', user });
  return insertUser(ports, user);
}
