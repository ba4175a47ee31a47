import type { Deps } from './ports.ts';

export interface ErasedContacts {
  readonly workspaceId: string;
  readonly contactIds: readonly string[];
}

/** Part of a unit of work: what is kept of erased contacts loses what is personal. Repeating it changes nothing. */
export async function eraseContacts(
  { enrollments, erasures, clock }: Pick<Deps, 'enrollments' | 'erasures' | 'clock'>,
  { workspaceId, contactIds }: ErasedContacts,
): Promise<void> {
  const at = new Date(clock.now());
  await erasures.remember(contactIds.map((id) => ({ id, workspaceId, at })));
  await enrollments.scrub(contactIds);
}
