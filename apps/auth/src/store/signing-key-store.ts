import type { Connection, Model } from 'mongoose';
import { defineModel, isDuplicateKey, systemSchema } from '@outreach/mongo-kit';

/** The use of a signing key: the current one signs, the next one is published already, the previous one still verifies. */
export type SigningKeyUse = 'current' | 'next' | 'previous';

export interface SigningKeyRow {
  readonly kid: string;
  readonly use: SigningKeyUse;
  /** Public JWK as JSON. */
  readonly public_jwk: string;
  /** Private JWK as JSON, sealed. */
  readonly sealed_private_jwk: Buffer;
  readonly created_at: Date;
}

export interface SigningKeyStore {
  list(): Promise<readonly SigningKeyRow[]>;
  /** False when another process has made a key of that use first. */
  insert(row: SigningKeyRow): Promise<boolean>;
}

type KeyDocument = Omit<SigningKeyRow, 'kid'> & { readonly _id: string };

const schema = systemSchema<KeyDocument>(
  {
    _id: String,
    use: { type: String, required: true },
    public_jwk: { type: String, required: true },
    sealed_private_jwk: { type: Buffer, required: true },
    created_at: Date,
  },
  [[{ use: 1 }, { unique: true }]],
);

export function createSigningKeyStore(connection: Connection): SigningKeyStore {
  const keys: Model<KeyDocument> = defineModel(connection, 'signing_keys', schema);
  return {
    list: async () => {
      const found = await keys
        .find({})
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
  };
}
