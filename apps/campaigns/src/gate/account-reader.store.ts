import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { GateAccount } from './gate-inputs.ts';

type AccountDocument = Omit<GateAccount, 'id'> & {
  readonly _id: string;
  readonly workspace_id: string;
  readonly holds?: number;
};

const schema = tenantSchema<AccountDocument>({ _id: String, holds: Number });

/** Sending accounts of the current call's workspace. */
export interface GateAccounts {
  findByIds(ids: readonly string[]): Promise<readonly GateAccount[]>;
  /** Part of a transaction: a concurrent deletion conflicts with it. Returns the ids that exist. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Reads stored accounts until the feature of sending accounts exists. */
export function createAccountReader(connection: Connection): GateAccounts {
  const accounts: Model<AccountDocument> = defineModel(connection, 'sending_accounts', schema);
  return {
    findByIds: async (ids) => {
      const found = await accounts.find({ _id: { $in: [...ids] } }).lean<AccountDocument[]>();
      return found.map(({ _id, ...account }) => ({ id: _id, ...account }));
    },
    hold: async (ids) => {
      const filter = { _id: { $in: [...ids] } };
      const found = await accounts.find(filter, { _id: 1 }).lean<{ _id: string }[]>();
      await accounts.updateMany(filter, { $inc: { holds: 1 } });
      return new Set(found.map(({ _id }) => _id));
    },
  };
}
