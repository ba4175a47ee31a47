import { AppError } from '@outreach/errors';
import { batchChanges, type ActiveContactSave } from '../contact-store/index.ts';
import type { ScoringPorts } from './ports.ts';
import { emitIfScored } from './scorer.ts';

/** Saves contacts that a job has scored. Emits contact.scored for changed scores, and no other event. */
export async function saveRescored(
  { contacts, counts, events }: Pick<ScoringPorts, 'contacts' | 'counts' | 'events'>,
  changes: readonly ActiveContactSave[],
): Promise<void> {
  if (changes.length === 0) return;
  if (!(await contacts.saveMany(changes))) {
    throw new AppError('conflict', 'A contact was changed while it was scored; the job tries again.');
  }
  await counts.add(batchChanges(changes));
  for (const { before, after } of changes) emitIfScored(events, before, after);
}
