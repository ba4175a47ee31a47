import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { WarningStore } from './ports.ts';

const KEPT_SECONDS = 2 * 24 * 60 * 60;
const DAY_CHARACTERS = 10;

/** `_id` is the campaign, the rule and the UTC day. */
interface WarningDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly at: Date;
}

const schema = tenantSchema<WarningDocument>({ _id: String, at: { type: Date, required: true } }, [
  [{ at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS }],
]);

export function createWarningStore(connection: Connection): WarningStore {
  const warnings: Model<WarningDocument> = defineModel(connection, 'deliverability_warnings', schema);
  return {
    isFirst: async ({ campaignId, rule, at }) => {
      const _id = `${campaignId}:${rule}:${at.toISOString().slice(0, DAY_CHARACTERS)}`;
      const { upsertedCount } = await warnings.updateOne({ _id }, { $setOnInsert: { at } }, { upsert: true });
      return upsertedCount === 1;
    },
  };
}
