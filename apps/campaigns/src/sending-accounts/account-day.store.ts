import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { WindowCounts } from './health.ts';
import type { AccountDays, DayCounts, DayWindow, WindowSums } from './ports.ts';

/** `_id` is the id of the account and the day. */
interface DayDocument extends Partial<WindowCounts> {
  readonly _id: string;
  readonly workspace_id: string;
  readonly account_id: string;
  readonly day: string;
}

const schema = tenantSchema<DayDocument>(
  {
    _id: String,
    account_id: { type: String, required: true },
    day: { type: String, required: true },
    sent: Number,
    hard_bounced: Number,
    complaints: Number,
  },
  [[{ workspace_id: 1, account_id: 1, day: 1 }, { name: 'by_day' }]],
);

export function createAccountDays(connection: Connection): AccountDays {
  const days: Model<DayDocument> = defineModel(connection, 'account_days', schema);
  return {
    add: async (changes) => {
      if (changes.length === 0) return;
      const cells = Map.groupBy(changes, ({ accountId, day }) => `${accountId}:${day}`);
      await days.bulkWrite(
        [...cells].map(([_id, cell]) => ({
          updateOne: { filter: { _id }, update: toUpdate(cell), upsert: true },
        })),
        { ordered: false },
      );
    },
    sum: async (windows) => {
      const [first] = windows.map(({ from }) => from).sort();
      if (first === undefined) return new Map();
      const filter = { account_id: { $in: windows.map(({ accountId }) => accountId) }, day: { $gte: first } };
      const found = await days.find(filter).lean<DayDocument[]>();
      return sumWindows(
        windows,
        Map.groupBy(found, ({ account_id: accountId }) => accountId),
      );
    },
    remove: async (accountId) => {
      await days.deleteMany({ account_id: accountId });
    },
  };
}

/** The changes are of one account and day. */
function toUpdate(cell: readonly DayCounts[]): object {
  const total = (field: keyof WindowCounts): number =>
    cell.reduce((sum, { counts }) => sum + (counts[field] ?? 0), 0);
  const [first] = cell;
  return {
    $inc: { sent: total('sent'), hard_bounced: total('hard_bounced'), complaints: total('complaints') },
    $setOnInsert: { account_id: first?.accountId, day: first?.day },
  };
}

function sumWindows(
  windows: readonly DayWindow[],
  byAccount: ReadonlyMap<string, readonly DayDocument[]>,
): ReadonlyMap<string, WindowSums> {
  const sums = windows.flatMap(({ accountId, from, today }) => {
    const counted = byAccount.get(accountId)?.filter(({ day }) => day >= from && day <= today) ?? [];
    if (counted.length === 0) return [];
    const total = (field: keyof WindowCounts): number =>
      counted.reduce((sum, document) => sum + (document[field] ?? 0), 0);
    const sums: WindowSums = {
      sent: total('sent'),
      hard_bounced: total('hard_bounced'),
      complaints: total('complaints'),
      sent_today: counted.find(({ day }) => day === today)?.sent ?? 0,
    };
    return [[accountId, sums] as const];
  });
  return new Map(sums);
}
