import { DedupBehavior as DedupMessage } from '@outreach/contracts-contacts/gen/bulk.ts';
import { invalidField } from '@outreach/errors';
import type { DedupBehavior } from './dedup.ts';

const MESSAGES = {
  update: DedupMessage.DEDUP_BEHAVIOR_UPDATE,
  skip: DedupMessage.DEDUP_BEHAVIOR_SKIP,
  fill_empty: DedupMessage.DEDUP_BEHAVIOR_FILL_EMPTY,
} as const;

export function toDedupMessage(dedup: DedupBehavior): DedupMessage {
  return MESSAGES[dedup];
}

/** The default is update. @throws AppError invalid_argument on an unknown behavior. */
export function fromDedupMessage(message: DedupMessage): DedupBehavior {
  if (message === DedupMessage.DEDUP_BEHAVIOR_UNSPECIFIED) return 'update';
  if (message === MESSAGES.update) return 'update';
  if (message === MESSAGES.skip) return 'skip';
  if (message === MESSAGES.fill_empty) return 'fill_empty';
  throw invalidField('dedup_behavior', 'dedup_behavior must be one of update, skip, fill_empty.');
}
