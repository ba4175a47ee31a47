import { eraseContacts } from './erase-contacts.ts';
import type { ContactDeletion, Deps } from './ports.ts';
import { stopEnrollments } from './stop-enrollments.ts';

/** Contacts whose enrollments one question asks for. */
const CONTACTS_PER_STEP = 500;
/** Longer than a call runs: what asked for the contact before its deletion has committed by then, or never does. */
const SECOND_LOOK_MS = 60_000;

export type DeletionDeps = Pick<Deps, 'enrollments' | 'erasures' | 'deletions' | 'events' | 'clock'>;

/** Of contacts of one workspace. */
export interface DeletionsOfWorkspace {
  readonly workspaceId: string;
  readonly deletions: readonly ContactDeletion[];
}

/** Part of a unit of work: does what deletions demand and leaves them for a second look. Repeating it changes no more. */
export async function handleDeletions(deps: DeletionDeps, own: DeletionsOfWorkspace): Promise<void> {
  await look(deps, own);
  await deps.deletions.remember(own.deletions, new Date(deps.clock.now() + SECOND_LOOK_MS));
}

/**
 * Part of a unit of work: the same for enrollments that were committed after the first look, by a call that had found
 * the contact there.
 */
export async function lookAgain(deps: DeletionDeps, own: DeletionsOfWorkspace): Promise<void> {
  await look(deps, own);
  await deps.deletions.forget(own.deletions);
}

async function look(deps: DeletionDeps, { workspaceId, deletions }: DeletionsOfWorkspace): Promise<void> {
  for (let from = 0; from < deletions.length; from += CONTACTS_PER_STEP)
    await stopEnrollments(deps, deletions.slice(from, from + CONTACTS_PER_STEP));
  const contactIds = deletions.filter(({ isErasure }) => isErasure).map(({ contactId }) => contactId);
  if (contactIds.length > 0) await eraseContacts(deps, { workspaceId, contactIds });
}
