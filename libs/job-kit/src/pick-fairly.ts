export interface PickOptions<Item> {
  readonly max: number;
  readonly ownerOf: (item: Item) => string;
  /** How many more items of an owner may be picked. */
  readonly roomOf: (owner: string) => number;
}

/** Picks up to `max` items round-robin over their owners, in the given order within each owner. */
export function pickFairly<Item>(
  items: readonly Item[],
  { max, ownerOf, roomOf }: PickOptions<Item>,
): readonly Item[] {
  const queues = [...Map.groupBy(items, ownerOf)].map(([owner, own]) =>
    own.slice(0, Math.max(0, roomOf(owner))),
  );
  const picked: Item[] = [];
  for (let turn = 0; picked.length < max; turn += 1) {
    const round = queues.flatMap((queue) => queue.slice(turn, turn + 1));
    if (round.length === 0) break;
    picked.push(...round.slice(0, max - picked.length));
  }
  return picked;
}
