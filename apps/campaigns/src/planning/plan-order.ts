import type { DueItem, DueQueue, MatchedProvider } from './plan-model.ts';
import type { AccountRoom, Slot } from './plan-room.ts';

/**
 * Earlier by time, then a lead that is reserved for the account's provider, then by due time, then by the end of the
 * window; the names of zone and provider make the order complete.
 */
export function isEarlier(
  one: Ranked,
  other: Ranked | undefined,
  mailProvider: MatchedProvider = null,
): boolean {
  if (other === undefined) return true;
  if (one.slot.atMs !== other.slot.atMs) return one.slot.atMs < other.slot.atMs;
  const isOwn = isReserved(one, mailProvider);
  if (isOwn !== isReserved(other, mailProvider)) return isOwn;
  if (one.item.dueMs !== other.item.dueMs) return one.item.dueMs < other.item.dueMs;
  if (one.slot.closesMs !== other.slot.closesMs) return one.slot.closesMs < other.slot.closesMs;
  return nameOf(one) < nameOf(other);
}

function isReserved({ head }: Ranked, mailProvider: MatchedProvider): boolean {
  return mailProvider !== null && head.reservedFor === mailProvider;
}

function nameOf({ head: { queue } }: Ranked): string {
  return `${queue.zone ?? ''} ${queue.mailProvider ?? ''}`;
}

interface Ranked {
  readonly head: {
    readonly queue: Pick<DueQueue<DueItem>, 'zone' | 'mailProvider'>;
    readonly reservedFor: MatchedProvider;
  };
  readonly item: DueItem;
  readonly slot: Slot;
}

interface Offer {
  readonly room: AccountRoom;
  readonly candidate: { readonly slot: Slot };
}

/** More room on the day of the email, then more health, then the smaller id. */
export function isPreferred(one: Offer, other: Offer): boolean {
  const difference =
    one.room.on(one.candidate.slot.accountDay) - other.room.on(other.candidate.slot.accountDay);
  if (difference !== 0) return difference > 0;
  const { health, id } = one.room.account;
  if (health !== other.room.account.health) return health > other.room.account.health;
  return id < other.room.account.id;
}
