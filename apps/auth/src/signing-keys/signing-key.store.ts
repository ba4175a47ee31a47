import { defineModel, isDuplicateKey, systemSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { SigningKeyStore } from './ports.ts';
import type { SigningKey } from './signing-key.ts';

type KeyDocument = Omit<SigningKey, 'kid'> & { readonly _id: string };

const schema = systemSchema<KeyDocument>(
  {
    _id: String,
    use: { type: String, required: true },
    public_jwk: { type: String, required: true },
    sealed_private_jwk: { type: Buffer, required: true },
    created_at: Date,
    expires_at: Date,
  },
  [
    [
      { use: 1 },
      {
        unique: true,
        name: 'one_of_each_use',
        partialFilterExpression: { use: { $in: ['current', 'next'] } },
      },
    ],
  ],
);

export function createSigningKeyStore(connection: Connection): SigningKeyStore {
  const keys: Model<KeyDocument> = defineModel(connection, 'signing_keys', schema);
  return {
    list: async () => {
      const found = await keys
        .find({})
        .sort({ _id: 1 })
        .lean<(Omit<KeyDocument, 'sealed_private_jwk'> & { sealed_private_jwk: { buffer: Uint8Array } })[]>();
      return found.map(({ _id, sealed_private_jwk: sealed, ...key }) => ({
        kid: _id,
        ...key,
        sealed_private_jwk: Buffer.from(sealed.buffer),
      }));
    },
    insert: async ({ kid, ...key }) => {
      try {
        await keys.insertMany([{ _id: kid, ...key }], { lean: true });
        return true;
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return false;
        throw thrown;
      }
    },
    changeUse: async (kid, { from, to, expiresAt }) => {
      const set = { use: to, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      return (await keys.updateOne({ _id: kid, use: from }, { $set: set })).matchedCount === 1;
    },
    remove: async (kid, use) => (await keys.deleteOne({ _id: kid, use })).deletedCount === 1,
    removeExpired: async (now) => {
      await keys.deleteMany({ use: 'previous', expires_at: { $lte: now } });
    },
  };
}
