import { AppError } from '@outreach/errors';
import type { EventSink } from '@outreach/event-schema';
import { batchChanges, type ContactCounts, type ContactStore } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import { emitIfScored } from './scorer.ts';

/** A contact before and after it was scored. */
export interface Rescored {
  readonly before: Contact;
  readonly after: Contact;
  /** The newest activity among the events that changed the score. */
  readonly activityAt?: Date | undefined;
}

export interface SaveRescoredPorts {
  readonly contacts: Pick<ContactStore, 'saveMany'>;
  readonly counts: Pick<ContactCounts, 'add'>;
  readonly events: EventSink;
}

/** Saves contacts that a job has scored. Emits contact.scored for changed scores, and no other event. */
export async function saveRescored(
  { contacts, counts, events }: SaveRescoredPorts,
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
