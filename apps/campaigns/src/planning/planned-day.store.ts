import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { PlannedAccount, PlannedCampaign, PlannedStore } from './ports.ts';
import { dayNumberOf, dayText } from './send-window.ts';
import { TURN_MEMORY_MS, type AccountUse } from './turns.ts';

/** Days before today whose counts are kept: a day ends later in other zones. */
const DAYS_KEPT = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** `_id` is the id of the account. */
interface AccountDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly next_free_at?: Date;
  /** Planned emails by day of the zone of the account. */
  readonly days?: Readonly<Record<string, number>>;
  /** The use by campaigns, by their ids. */
  readonly uses?: Readonly<Record<string, { readonly at: Date; readonly used_ms: number }>>;
}

/** `_id` is the id of the campaign. */
interface CampaignDocument {
  readonly _id: string;
  readonly workspace_id: string;
  /** By UTC day. */
  readonly days?: Readonly<Record<string, { readonly planned?: number; readonly new_leads?: number }>>;
  readonly account_ids?: readonly string[];
}

const accountSchema = tenantSchema<AccountDocument>({
  _id: String,
  next_free_at: Date,
  days: Object,
  uses: Object,
});
const campaignSchema = tenantSchema<CampaignDocument>({ _id: String, days: Object, account_ids: [String] }, [
  [{ workspace_id: 1, account_ids: 1 }, { name: 'of_account' }],
]);

/** Each write depends on the read of the same document in its transaction, so concurrent planners conflict. */
export function createPlannedStore(connection: Connection): PlannedStore {
  const accounts: Model<AccountDocument> = defineModel(connection, 'planned_accounts', accountSchema);
  const campaigns: Model<CampaignDocument> = defineModel(connection, 'planned_campaigns', campaignSchema);
  return {
    accounts: async (ids) => {
      const found = await accounts.find({ _id: { $in: [...ids] } }).lean<AccountDocument[]>();
      return new Map(found.map((document) => [document._id, toPlannedAccount(document)]));
    },
    campaign: async (id) => toPlannedCampaign(await campaigns.findOne({ _id: id }).lean<CampaignDocument>()),
    campaignsUsing: async (ids) => campaigns.distinct('_id', { account_ids: { $in: [...ids] } }),
    take: async ({ campaignId, at, campaign, accounts: taken }) => {
      await accounts.bulkWrite(
        taken.map(({ accountId, nextFreeAt, usedMs, days, known }) => ({
          updateOne: {
            filter: { _id: accountId },
            update: {
              $set: { next_free_at: nextFreeAt, [`uses.${campaignId}`]: { at, used_ms: usedMs } },
              ...increments(days),
              ...removals(withoutUse(known, campaignId), at),
            },
            upsert: true,
          },
        })),
      );
      const days = new Map(
        [...campaign.days].flatMap(([day, { planned, new_leads: newLeads }]) => [
          [`${day}.planned`, planned] as const,
          [`${day}.new_leads`, newLeads] as const,
        ]),
      );
      await campaigns.updateOne(
        { _id: campaignId },
        {
          ...increments(days),
          $addToSet: { account_ids: { $each: taken.map(({ accountId }) => accountId) } },
          ...removals(campaign.known, at),
        },
        { upsert: true },
      );
    },
    release: async (released) => {
      await changeAll(accounts, released.accounts, -1);
      await changeAll(campaigns, released.campaigns, -1);
    },
    add: async (added) => {
      await changeAll(accounts, added.accounts, 1);
      await changeAll(campaigns, added.campaigns, 1);
    },
  };
}

/** @param counts by path below `days`. */
function increments(counts: ReadonlyMap<string, number>): object {
  return { $inc: Object.fromEntries([...counts].map(([path, count]) => [`days.${path}`, count])) };
}

async function changeAll<Document>(
  model: Model<Document>,
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  sign: 1 | -1,
): Promise<void> {
  if (counts.size === 0) return;
  const writes: Parameters<Model<Document>['bulkWrite']>[0] = [...counts].map(([_id, byPath]) => {
    const signed = new Map([...byPath].map(([path, count]) => [path, sign * count]));
    return { updateOne: { filter: { _id }, update: increments(signed), upsert: sign === 1 } };
  });
  await model.bulkWrite(writes);
}

/** The use by this campaign is written, so it must not be removed. */
function withoutUse({ days, uses }: PlannedAccount, campaignId: string): PlannedCounts {
  return { days, uses: new Map([...uses].filter(([id]) => id !== campaignId)) };
}

interface PlannedCounts {
  readonly days: ReadonlyMap<number, unknown>;
  readonly uses?: ReadonlyMap<string, AccountUse>;
}

/** Removes days and uses that no longer count. */
function removals({ days, uses = new Map() }: PlannedCounts, at: Date): object {
  const today = Math.floor(at.getTime() / DAY_MS);
  const oldDays = [...days.keys()]
    .filter((day) => day < today - DAYS_KEPT)
    .map((day) => `days.${dayText(day)}`);
  const oldUses = [...uses].filter(([, { atMs }]) => atMs < at.getTime() - TURN_MEMORY_MS);
  const paths = [...oldDays, ...oldUses.map(([id]) => `uses.${id}`)];
  return paths.length === 0 ? {} : { $unset: Object.fromEntries(paths.map((path) => [path, ''])) };
}

function toPlannedAccount({
  next_free_at: nextFreeAt,
  days = {},
  uses = {},
}: AccountDocument): PlannedAccount {
  return {
    nextFreeAt: nextFreeAt ?? null,
    days: new Map(Object.entries(days).map(([day, count]) => [dayNumberOf(day), count])),
    uses: new Map(
      Object.entries(uses).map(([id, { at, used_ms: usedMs }]) => [id, { atMs: at.getTime(), usedMs }]),
    ),
  };
}

function toPlannedCampaign(document: CampaignDocument | null): PlannedCampaign {
  const { days = {}, account_ids: accountIds = [] } = document ?? {};
  const counted = Object.entries(days).map(
    ([day, { planned = 0, new_leads = 0 }]) => [dayNumberOf(day), { planned, new_leads }] as const,
  );
  return { days: new Map(counted), accountIds };
}
