import type { ReplyIntent } from '../feedback/index.ts';
import type { Thread } from './thread.ts';

export type CountNames = 'unread' | 'open' | 'closed' | `intent_${ReplyIntent}`;

type Counted = Pick<Thread, 'sending_account_id' | 'status' | 'unread' | 'intent'>;

/** How the counts of accounts change, by the id of the account and the name of the count. No entry is 0. */
export function changesOf(
  changes: readonly { readonly before: Counted | undefined; readonly after: Counted | undefined }[],
): ReadonlyMap<string, ReadonlyMap<CountNames, number>> {
  const sums = new Map<string, Map<CountNames, number>>();
  const add = (thread: Counted | undefined, by: number): void => {
    if (thread === undefined) return;
    const own = sums.get(thread.sending_account_id) ?? new Map<CountNames, number>();
    sums.set(thread.sending_account_id, own);
    for (const name of namesOf(thread)) own.set(name, (own.get(name) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const changed = [...sums].map(([id, own]) => [id, new Map([...own].filter(([, by]) => by !== 0))] as const);
  return new Map(changed.filter(([, own]) => own.size > 0));
}

/** The counts that a thread is part of. Intents count open threads. */
function namesOf({ status, unread, intent }: Counted): readonly CountNames[] {
  const isOpen = status === 'open';
  return [status, ...(unread ? (['unread'] as const) : []), ...(isOpen ? [`intent_${intent}` as const] : [])];
}
