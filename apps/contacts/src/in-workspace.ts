import {
  systemContext,
  withSystemCall,
  type CallContext,
  type NewId,
  type SystemWork,
} from '@outreach/service-kit';

/** Whose work the service does on its own behalf; whatever is queued per workspace may say so itself. */
export interface WorkspaceWork extends Pick<SystemWork, 'workspaceId' | 'agencyId'> {
  /** Of the request that asked for the work; one of its own without it. */
  readonly requestId?: string;
}

interface Ids {
  readonly newId: NewId;
}

/** Runs the service's own work in one workspace: a call without a caller, with an id and a deadline of its own. */
export async function inWorkspace<T>(ids: Ids, work: WorkspaceWork, fn: () => Promise<T>): Promise<T> {
  return withSystemCall(toSystemWork(ids, work), fn);
}

/** The call itself, for work of several steps. */
export function workspaceContext(ids: Ids, work: WorkspaceWork): CallContext {
  return systemContext(toSystemWork(ids, work));
}

function toSystemWork({ newId }: Ids, { workspaceId, agencyId = '', requestId }: WorkspaceWork): SystemWork {
  return { workspaceId, agencyId, requestId: requestId ?? newId('req'), service: 'contacts' };
}
