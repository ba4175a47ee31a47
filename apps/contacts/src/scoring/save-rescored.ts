import { AppError } from '@outreach/errors';
import { batchChanges } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import type { ScoringPorts } from './ports.ts';
import { emitIfScored } from './scorer.ts';

/** A contact before and after it was scored. */
export interface Rescored {
  readonly before: Contact;
  readonly after: Contact;
  /** The newest activity among the events that changed the score. */
  readonly activityAt?: Date | undefined;
}

/** Saves contacts that a job has scored. Emits contact.scored for changed scores, and no other event. */
export async function saveRescored(
  { contacts, counts, events }: Pick<ScoringPorts, 'contacts' | 'counts' | 'events'>,
  changes: readonly Rescored[],
): Promise<void> {
  if (changes.length === 0) return;
  const saves = changes.map(({ before, after, activityAt }) => ({
    contact: after,
    expectedVersion: before.version,
    activityAt,
  }));
  if (!(await contacts.saveMany(saves))) {
    throw new AppError('conflict', 'A contact was changed while it was scored; the job tries again.');
  }
  await counts.add(batchChanges(changes));
  for (const { before, after } of changes) emitIfScored(events, before, after);
}
