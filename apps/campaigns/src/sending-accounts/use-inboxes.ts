import type { Clock } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';
import type { InboxWork, UseInboxes } from './ports.ts';

/** The use of an account is noted once within this time by a process. */
const NOTED_MS = 600_000;
const NOTED_MAX = 20_000;
/** An answer can arrive before the server of the email has answered. */
const EARLIER_MS = 60_000;

/** Most sends of an account cost no write, because its mailbox is read already. */
export function createUseInboxes(
  inboxes: Pick<InboxWork, 'use'>,
  clock: Clock,
  afterCommit: (fn: () => void) => void,
): UseInboxes {
  const notedUntil = new LRUCache<string, number>({ max: NOTED_MAX });
  return async (accounts, sent) => {
    const now = clock.now();
    const unread = [...accounts].filter(({ id, imap }) => imap !== null && (notedUntil.get(id) ?? 0) <= now);
    if (unread.length === 0) return;
    await inboxes.use(
      unread.flatMap(({ id }) => {
        const times = sent.filter(({ accountId }) => accountId === id).map(({ at }) => at.getTime());
        if (times.length === 0) return [];
        const from = new Date(Math.min(...times) - EARLIER_MS);
        return [{ accountId: id, from, to: new Date(Math.max(...times)) }];
      }),
    );
    afterCommit(() => {
      for (const { id } of unread) notedUntil.set(id, now + NOTED_MS);
    });
  };
}
