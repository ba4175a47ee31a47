import { CREDENTIAL_STATUS_AGE_SECONDS_MAX } from '@outreach/contracts-auth/credentials';
import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { StoredChange } from './credential-change.ts';
import type { CredentialChangeStore } from './ports.ts';

/** Default of `transactionLifetimeLimitSeconds` of MongoDB: a change is committed at most this long after its time. */
const TRANSACTION_SECONDS_MAX = 60;
/** A new primary of the database may have another clock. */
const CLOCKS_DIFFER_SECONDS_MAX = 60;
/**
 * A status that was loaded before a change committed is used for CREDENTIAL_STATUS_AGE_SECONDS_MAX at most, so every
 * gateway that uses it finds the change.
 */
export const KEPT_SECONDS =
  CREDENTIAL_STATUS_AGE_SECONDS_MAX + TRANSACTION_SECONDS_MAX + CLOCKS_DIFFER_SECONDS_MAX;

interface ChangeDocument extends Pick<StoredChange, 'type'> {
  readonly _id: string;
  readonly change_id: string;
  /** By the clock of the database. */
  readonly at: Date;
}

const schema = systemSchema<ChangeDocument>(
  {
    _id: String,
    type: { type: String, required: true },
    change_id: { type: String, required: true },
    at: { type: Date, required: true },
  },
  [[{ at: 1 }, { expireAfterSeconds: KEPT_SECONDS }]],
);

export function createCredentialChangeStore(connection: Connection): CredentialChangeStore {
  const documents: Model<ChangeDocument> = defineModel(connection, 'credential_changes', schema);
  return {
    save: async ({ type, id, changeId }) => {
      await documents.updateOne(
        { _id: id },
        { $set: { type, change_id: changeId }, $currentDate: { at: true } },
        { upsert: true },
      );
    },
    list: async (countMax) => {
      const found = await documents.find({}).limit(countMax).lean<ChangeDocument[]>();
      return found.map(({ _id, type, change_id }) => ({ type, id: _id, changeId: change_id }));
    },
  };
}
