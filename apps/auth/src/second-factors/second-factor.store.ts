import { bytesOf, defineModel, systemSchema, type StoredBytes } from '@outreach/mongo-kit';
import type { Sealer } from '@outreach/mongo-kit/sealing';
import type { Connection, Model } from 'mongoose';
import type { SecondFactorStore } from './ports.ts';
import type { SecondFactor } from './second-factor.ts';

type FactorDocument = Omit<SecondFactor, 'user_id' | 'secret'> & {
  /** Id of the user. */
  readonly _id: string;
  readonly sealed_secret: StoredBytes;
};

const required = (type: unknown): object => ({ type, required: true });

/** A log-in finds the factor before the workspace of the call is known. */
const schema = systemSchema<FactorDocument>({
  _id: String,
  sealed_secret: required(Buffer),
  is_confirmed: required(Boolean),
  last_step: required(Number),
  recovery_digests: { type: [String], required: true },
});

/** The sealed field of the collection. */
export const SEALED_SECRETS = { collection: 'second_factors', fields: ['sealed_secret'] } as const;

export function createSecondFactorStore(
  connection: Connection,
  sealer: Pick<Sealer, 'seal' | 'open'>,
): SecondFactorStore {
  const model: Model<FactorDocument> = defineModel(connection, 'second_factors', schema);
  return {
    find: async (userId) => {
      const found = await model.findOne({ _id: userId }).lean<FactorDocument>();
      if (found === null) return undefined;
      const { _id, sealed_secret, ...factor } = found;
      return { user_id: _id, secret: sealer.open(bytesOf(sealed_secret)).toString('utf8'), ...factor };
    },
    save: async ({ user_id, secret, ...factor }) => {
      const sealed_secret = sealer.seal(Buffer.from(secret, 'utf8'));
      await model.updateOne({ _id: user_id }, { $set: { ...factor, sealed_secret } }, { upsert: true });
    },
    remove: async (userId) => (await model.deleteOne({ _id: userId })).deletedCount === 1,
  };
}
