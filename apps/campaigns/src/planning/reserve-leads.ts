import type { DueItem, DueQueue, MatchedProvider, PlanAccount, PlanInput } from './plan-model.ts';
import { AccountRoom } from './plan-room.ts';

/** New leads that wait for accounts of one provider; further ones take any account. */
const RESERVED_MAX = 500;

/** The due steps of a queue that the same accounts may take. */
export interface QueuePart<Item extends DueItem> {
  readonly queue: DueQueue<Item>;
  readonly items: readonly Item[];
  /** The enrollments of items that belong to this part; all of them by default. */
  readonly counts: ReadonlyMap<Item, number>;
  /** Only accounts of this provider take them; null for all accounts. */
  readonly reservedFor: MatchedProvider;
}

/** The room that the accounts of each provider have left today for new leads. */
export function reservedRoom(
  accounts: readonly PlanAccount[],
  nowMs: number,
): ReadonlyMap<MatchedProvider, number> {
  const matched = accounts.filter(
    ({ mailProvider, takesNewLeads }) => mailProvider !== null && takesNewLeads,
  );
  return new Map(
    [...Map.groupBy(matched, ({ mailProvider }) => mailProvider)].map(([mailProvider, own]) => {
      const rooms = own.map((account) => new AccountRoom(account));
      const sum = rooms.reduce((total, room) => total + Math.max(0, room.on(room.dayOf(nowMs))), 0);
      return [mailProvider, Math.min(RESERVED_MAX, sum)];
    }),
  );
}

/** Reserves new leads for the accounts of their provider, the earliest due first, as many as these have room for today. */
export function reserveLeads<Item extends DueItem>({
  queues,
  accounts,
  nowMs,
}: Pick<PlanInput<Item>, 'queues' | 'accounts' | 'nowMs'>): readonly QueuePart<Item>[] {
  const room = new Map(reservedRoom(accounts, nowMs));
  const reserved = new Map<Item, number>();
  for (const { mailProvider, item } of matchedLeads(queues)) {
    const left = room.get(mailProvider) ?? 0;
    const count = Math.min(left, item.count);
    if (count === 0) continue;
    reserved.set(item, count);
    room.set(mailProvider, left - count);
  }
  return queues.flatMap((queue) => partsOf(queue, reserved)).filter(({ items }) => items.length > 0);
}

function partsOf<Item extends DueItem>(
  queue: DueQueue<Item>,
  reserved: ReadonlyMap<Item, number>,
): readonly QueuePart<Item>[] {
  const { items, mailProvider } = queue;
  if (mailProvider === null || reserved.size === 0)
    return [{ queue, items, counts: new Map(), reservedFor: null }];
  const own = items.filter((item) => reserved.has(item));
  const free = items.filter((item) => reserved.get(item) !== item.count);
  const left = new Map(free.map((item) => [item, item.count - (reserved.get(item) ?? 0)]));
  return [
    { queue, items: own, counts: reserved, reservedFor: mailProvider },
    { queue, items: free, counts: left, reservedFor: null },
  ];
}

/** The leads of all zones in the order of their due times. */
function matchedLeads<Item extends DueItem>(queues: readonly DueQueue<Item>[]) {
  const matched = queues.filter(({ mailProvider }) => mailProvider !== null);
  return matched
    .toSorted((one, other) => ((one.zone ?? '') < (other.zone ?? '') ? -1 : 1))
    .flatMap(({ mailProvider, items }) => items.map((item) => ({ mailProvider, item })))
    .toSorted((one, other) => one.item.dueMs - other.item.dueMs);
}
