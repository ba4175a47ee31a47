import { AppError } from '@outreach/errors';
import type { Contact } from '../contact-records/contact.ts';
import { batchChanges } from '../contact-records/count-changes.ts';
import type { Deps } from '../domain/ports.ts';
import { emitIfScored } from './scorer.ts';

/** A contact before and after it was scored. */
export interface Rescored {
  readonly before: Contact;
  readonly after: Contact;
}

/** Writes contacts that were scored in the background, and tells of those whose score moved: of nothing else. */
export async function saveRescored(
  deps: Pick<Deps, 'contacts' | 'counts' | 'events'>,
  changes: readonly Rescored[],
): Promise<void> {
  if (changes.length === 0) return;
  const saves = changes.map(({ before, after }) => ({ contact: after, expectedVersion: before.version }));
  if (!(await deps.contacts.saveMany(saves))) {
    throw new AppError('conflict', 'A contact was changed while it was scored; it is tried again.');
  }
  await deps.counts.add(batchChanges(changes));
  for (const { before, after } of changes) emitIfScored(deps, before, after);
}
