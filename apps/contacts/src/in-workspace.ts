import { systemContext, withCall, type CallContext, type NewId } from '@outreach/service-kit';

/** Whose work the service does on its own behalf; whatever is queued per workspace may say so itself. */
export interface WorkspaceWork {
  readonly workspaceId: string;
  /** Of the workspace, if it belongs to one and the work must know it. */
  readonly agencyId?: string;
  /** Of the request that asked for the work; one of its own without it. */
  readonly requestId?: string;
}

interface Ids {
  readonly newId: NewId;
}

/** Runs the service's own work in one workspace: a call without a caller, with an id and a deadline of its own. */
export async function inWorkspace<T>(ids: Ids, work: WorkspaceWork, fn: () => Promise<T>): Promise<T> {
  return withCall(workspaceContext(ids, work), fn);
}

/** The call itself, for work of several steps. */
export function workspaceContext({ newId }: Ids, work: WorkspaceWork): CallContext {
  const { workspaceId, agencyId = '', requestId = newId('req') } = work;
  return { ...systemContext({ workspaceId, requestId, service: 'contacts' }), agencyId };
}
