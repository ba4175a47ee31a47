import type { Connection, Model } from 'mongoose';
import { defineModel, isDuplicateKey, retireIndexes, systemSchema } from '@outreach/mongo-kit';

/** The use of a signing key: the current one signs, the next one is published already, a previous one still verifies. */
export type SigningKeyUse = 'current' | 'next' | 'previous';

export interface SigningKeyRow {
  readonly kid: string;
  readonly use: SigningKeyUse;
  /** Public JWK as JSON. */
  readonly public_jwk: string;
  /** Private JWK as JSON, sealed. */
  readonly sealed_private_jwk: Buffer;
  readonly created_at: Date;
  /** When a previous key has no token left. */
  readonly expires_at?: Date;
}

export interface SigningKeyStore {
  list(): Promise<readonly SigningKeyRow[]>;
  /** False when another process has made a key of that use first. */
  insert(row: SigningKeyRow): Promise<boolean>;
  /** Gives a key another use; false when it no longer has the one it is expected to have. */
  move(kid: string, change: UseChange): Promise<boolean>;
  removeExpired(now: Date): Promise<void>;
}

export interface UseChange {
  readonly from: SigningKeyUse;
  readonly to: SigningKeyUse;
  readonly expiresAt?: Date;
}

type KeyDocument = Omit<SigningKeyRow, 'kid'> & { readonly _id: string };

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

// Two previous keys could not stand side by side under the unique index of before.
retireIndexes(schema, ['use_1']);

export function createSigningKeyStore(connection: Connection): SigningKeyStore {
  const keys: Model<KeyDocument> = defineModel(connection, 'signing_keys', schema);
  return {
    list: async () => {
      const found = await keys
        .find({})
        .sort({ _id: 1 })
        .lean<(Omit<KeyDocument, 'sealed_private_jwk'> & { sealed_private_jwk: { buffer: Uint8Array } })[]>();
      return found.map(({ _id, sealed_private_jwk: sealed, ...members }) => ({
        kid: _id,
        ...members,
        sealed_private_jwk: Buffer.from(sealed.buffer),
      }));
    },
    insert: async ({ kid, ...members }) => {
      try {
        await keys.insertMany([{ _id: kid, ...members }], { lean: true });
        return true;
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return false;
        throw thrown;
      }
    },
    move: async (kid, { from, to, expiresAt }) => {
      const set = { use: to, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      return (await keys.updateOne({ _id: kid, use: from }, { $set: set })).matchedCount === 1;
    },
    removeExpired: async (now) => {
      await keys.deleteMany({ use: 'previous', expires_at: { $lte: now } });
    },
  };
}
