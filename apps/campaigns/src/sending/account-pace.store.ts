import { defineModel, isDuplicateKey, tenantSchema } from '@outreach/mongo-kit';
import type { NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import { paceEmails } from './account-pace.ts';
import type { AccountPace } from './ports.ts';

/** A next free time in the past has no effect; the longest gap is a day. */
const KEPT_SECONDS = 24 * 60 * 60;

/** `_id` is the id of the account. */
interface PaceDocument {
  readonly _id: string;
  readonly workspace_id: string;
  /** The earliest time of the next email. */
  readonly next_free_at: Date;
  /** Names the batch that has moved the time. */
  readonly token: string;
}

const schema = tenantSchema<PaceDocument>(
  { _id: String, next_free_at: { type: Date, required: true }, token: { type: String, required: true } },
  [[{ next_free_at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS }]],
);

export function createAccountPace(connection: Connection, ids: NewId): AccountPace {
  const paces: Model<PaceDocument> = defineModel(connection, 'account_paces', schema);
  const read = async (accountIds: readonly string[]): Promise<readonly PaceDocument[]> =>
    paces.find({ _id: { $in: [...accountIds] } }).lean<PaceDocument[]>();
  return {
    take: async (accounts, now) => {
      const paced = accounts.filter(({ min_gap_seconds: gapSeconds }) => gapSeconds > 0);
      if (paced.length === 0) return accounts.map(() => now);
      const freeAt = freeTimesOf(await read([...new Set(paced.map(({ id }) => id))]));
      const { times, nextFreeAt } = paceEmails(accounts, { freeAt, now });
      const token = ids('pace');
      if (nextFreeAt.size === 0 || (await move(paces, { freeAt, nextFreeAt, token }))) return times;
      const current = await read([...nextFreeAt.keys()]);
      const moved = new Set(current.flatMap((pace) => (pace.token === token ? [pace._id] : [])));
      const before = new Map([...freeTimesOf(current)].filter(([id]) => !moved.has(id)));
      const known = new Map([...freeAt, ...before]);
      return paceEmails(accounts, { freeAt: known, now }, (id) => nextFreeAt.has(id) && !moved.has(id)).times;
    },
  };
}

interface Moves {
  readonly freeAt: ReadonlyMap<string, Date>;
  readonly nextFreeAt: ReadonlyMap<string, Date>;
  readonly token: string;
}

/** Compare-and-set of all accounts in one command. False if another worker has moved one of them first. */
async function move(paces: Model<PaceDocument>, { freeAt, nextFreeAt, token }: Moves): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await paces.bulkWrite(
      [...nextFreeAt].map(([_id, next_free_at]) => {
        const known = freeAt.get(_id);
        const update = { $set: { next_free_at, token } };
        return known === undefined
          ? { updateOne: { filter: { _id, token: { $exists: false } }, update, upsert: true } }
          : { updateOne: { filter: { _id, next_free_at: known }, update } };
      }),
      { ordered: false },
    );
    return matchedCount + upsertedCount === nextFreeAt.size;
  } catch (thrown) {
    if (isDuplicateKey(thrown)) return false;
    throw thrown;
  }
}

function freeTimesOf(paces: readonly PaceDocument[]): ReadonlyMap<string, Date> {
  return new Map(paces.map(({ _id, next_free_at }) => [_id, next_free_at]));
}
