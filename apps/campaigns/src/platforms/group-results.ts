import { AppError } from '@outreach/errors';

/** Items of all callers that may wait. */
const WAITING_MAX = 20_000;

export interface GroupsOptions<Item, Status> {
  /** Items of one commit. */
  readonly itemsMax: number;
  /** Commits items of one key in one transaction. Returns their statuses. */
  readonly commit: (key: string, items: readonly Item[]) => Promise<ReadonlyMap<Item, Status>>;
}

interface Waiting<Item, Status> {
  readonly items: readonly Item[];
  readonly resolve: (statuses: ReadonlyMap<Item, Status>) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Commits the items of concurrent callers together. */
export interface Groups<Item, Status> {
  /** @param items at most `itemsMax`. @throws AppError unavailable when too many items wait; the error of the commit. */
  commit(key: string, items: readonly Item[]): Promise<ReadonlyMap<Item, Status>>;
}

/**
 * Items of one key have one transaction at a time; those that arrive meanwhile share the next one. Transactions of their
 * own would conflict on the counters of their campaign. After an error each caller has a transaction of its own.
 */
export function createGroups<Item, Status>({
  itemsMax,
  commit,
}: GroupsOptions<Item, Status>): Groups<Item, Status> {
  const lines = new Map<string, Waiting<Item, Status>[]>();
  let waitingCount = 0;
  const run = async (key: string, line: Waiting<Item, Status>[]): Promise<void> => {
    while (line.length > 0) {
      const group = takeGroup(line, itemsMax);
      waitingCount -= countOf(group);
      await commitGroup(group, async (items) => commit(key, items));
    }
    lines.delete(key);
  };
  return {
    commit: async (key, items) => {
      if (waitingCount + items.length > WAITING_MAX)
        throw new AppError('unavailable', 'Too many results wait; report them again later.');
      waitingCount += items.length;
      return new Promise((resolve, reject) => {
        const line = lines.get(key);
        if (line !== undefined) {
          line.push({ items, resolve, reject });
          return;
        }
        const started = [{ items, resolve, reject }];
        lines.set(key, started);
        void run(key, started);
      });
    },
  };
}

/** The first callers whose items fit into one commit. */
function takeGroup<Item, Status>(
  line: Waiting<Item, Status>[],
  itemsMax: number,
): readonly Waiting<Item, Status>[] {
  let count = 0;
  const end = line.findIndex(({ items }) => (count += items.length) > itemsMax);
  return line.splice(0, end === -1 ? line.length : Math.max(1, end));
}

function countOf<Item, Status>(group: readonly Waiting<Item, Status>[]): number {
  return group.reduce((sum, { items }) => sum + items.length, 0);
}

async function commitGroup<Item, Status>(
  group: readonly Waiting<Item, Status>[],
  commit: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Status>>,
): Promise<void> {
  try {
    const statuses = await commit(group.flatMap(({ items }) => items));
    for (const { resolve } of group) resolve(statuses);
  } catch (thrown) {
    const [first] = group;
    if (group.length === 1) first?.reject(thrown);
    else for (const one of group) await commitGroup([one], commit);
  }
}
