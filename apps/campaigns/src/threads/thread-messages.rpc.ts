import type {
  ThreadMessage as ThreadMessageRpc,
  Thread as ThreadRpc,
} from '@outreach/contracts-campaigns/gen/inbox.ts';
import { withoutNull } from '@outreach/values';
import type { FullMessage, Thread } from './thread.ts';

export function toThreadMessage(thread: Thread): ThreadRpc {
  return {
    ...thread,
    contact_first_name: thread.first_name ?? undefined,
    contact_last_name: thread.last_name ?? undefined,
  };
}

export function toMessage({ from, to, cc, attachments, ...fields }: FullMessage): ThreadMessageRpc {
  return {
    ...withoutNull(fields),
    from_name: from.name ?? undefined,
    from_email: from.email,
    to: [...to],
    cc: [...cc],
    attachments: attachments.map(withoutNull),
  };
}
