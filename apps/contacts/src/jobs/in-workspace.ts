import { systemContext, withCall, type NewId } from '@outreach/service-kit';

/** Runs the service's own work in one workspace: a call without a caller, with an id and a deadline of its own. */
export async function inWorkspace<T>(
  { newId }: { readonly newId: NewId },
  workspaceId: string,
  fn: () => Promise<T>,
): Promise<T> {
  return withCall(systemContext({ workspaceId, requestId: newId('req'), service: 'contacts' }), fn);
}
