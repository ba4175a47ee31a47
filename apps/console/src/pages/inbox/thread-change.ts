import type { Conversation, ThreadChange } from '../../data/inbox.ts';
import { formatWord } from '../../parts/format.ts';

/** The change that takes a change of the thread back. */
export function previousOf(
  { status, unread, intent }: Pick<Conversation, 'status' | 'unread' | 'intent'>,
  change: ThreadChange,
): ThreadChange {
  return {
    ...(change.status === undefined ? {} : { status }),
    ...(change.unread === undefined ? {} : { unread }),
    ...(change.intent === undefined ? {} : { intent }),
  };
}

/** What a change has done, as a sentence. */
export function describeChange({ status, unread, intent }: ThreadChange): string {
  if (status !== undefined) return status === 'closed' ? 'The thread is closed.' : 'The thread is open.';
  if (unread !== undefined) return unread ? 'The thread is unread.' : 'The thread is read.';
  return intent === undefined ? '' : `The intent is: ${formatWord(intent)}.`;
}
