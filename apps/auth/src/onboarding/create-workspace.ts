import type { Clock, NewId } from '@outreach/service-kit';
import type { Audit, Origin } from '../audit-log/index.ts';
import type { User, Users } from '../users/index.ts';
import {
  changeLimits,
  checkWorkspaceName,
  DEFAULT_LIMITS,
  parseTier,
  type AgencyStore,
  type Workspace,
  type WorkspaceStore,
} from '../workspaces/index.ts';

export interface NewWorkspace {
  readonly name: string;
  readonly owner: string;
  readonly password: string;
  readonly tier: string | undefined;
  readonly keyLimit: number | undefined;
  /** Name of the agency; it is created if it does not exist. */
  readonly agency: string | undefined;
}

export interface CreateWorkspacePorts {
  readonly workspaces: Pick<WorkspaceStore, 'insert'>;
  readonly agencies: AgencyStore;
  readonly users: Pick<Users, 'draft' | 'insert'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

/** Creates a workspace and its owner. @throws AppError invalid_argument; conflict when the username is taken. */
export async function createWorkspace(
  ports: CreateWorkspacePorts,
  origin: Origin,
  input: NewWorkspace,
): Promise<{ readonly workspace: Workspace; readonly user: User }> {
  const { name, owner: username, password, agency } = input;
  checkWorkspaceName(name);
  const tier = parseTier(input.tier);
  const limits = changeLimits(DEFAULT_LIMITS, tier, { keyLimit: input.keyLimit });
  const draft = await ports.users.draft({ username, password, role: 'owner', scopes: [] });
  return ports.unitOfWork(async () => {
    const workspace: Workspace = {
      id: ports.newId('ws'),
      name,
      tier,
      agency_id: agency === undefined ? null : await ports.agencies.findOrCreate(agency),
      ...limits,
      created_at: new Date(ports.clock.now()),
      version: 1,
    };
    await ports.workspaces.insert(workspace);
    const { id } = workspace;
    await ports.audit.record(origin, 'workspace.created', { id, workspace_id: id });
    return { workspace, user: await ports.users.insert(origin, { draft, workspaceId: id }) };
  });
}
