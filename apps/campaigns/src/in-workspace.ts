import { withSystemCall } from '@outreach/service-kit';
import type { Deps } from './domain/ports.ts';

/** Commits the service's own work in one workspace: a call without a caller, with an id and a deadline of its own. */
export async function commitIn(
  { newId, unitOfWork }: Pick<Deps, 'newId' | 'unitOfWork'>,
  workspaceId: string,
  work: () => Promise<void>,
): Promise<void> {
  const call = { workspaceId, requestId: newId('req'), service: 'campaigns' };
  await withSystemCall(call, async () => unitOfWork(work));
}
