import type { Connection, Model } from 'mongoose';
import { defineModel, oneOf, tenantSchema, type UnitReads } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { IcpRule, StoredProfile } from './icp-profile.ts';
import type { IcpProfileStore } from './ports.ts';

/** One document per workspace; `_id` is the id of the workspace. */
type IcpProfileDocument = StoredProfile & { readonly _id: string; readonly workspace_id: string };

const schema = tenantSchema<IcpProfileDocument>({
  _id: String,
  rules: [{ _id: false, field: String, op: String, value: Object, points: Number }],
  tier_thresholds: { _id: false, A: Number, B: Number, C: Number },
  revision: Number,
});

export function createIcpProfileStore(connection: Connection, reads: UnitReads): IcpProfileStore {
  const profiles: Model<IcpProfileDocument> = defineModel(connection, 'icp_profiles', schema);

  const byId = reads.keyed<string, IcpProfileDocument>({
    model: profiles,
    filterOf: (ids) => ({ _id: oneOf(ids) }),
    answers: ({ _id }, id) => _id === id,
    hint: '_id_',
  });
  return {
    find: async () => (await byId(requireWorkspaceId())).map(fromDocument)[0],
    save: async ({ rules, tier_thresholds }) => {
      const change = { $set: { rules, tier_thresholds }, $inc: { revision: 1 } };
      await profiles.updateOne({ _id: requireWorkspaceId() }, change, { upsert: true });
    },
  };
}

/** Fields in a fixed order, so that two profiles can be compared as JSON. */
function fromDocument({ rules, tier_thresholds, revision }: IcpProfileDocument): StoredProfile {
  const { A, B, C } = tier_thresholds;
  const ordered = rules.map(({ field, op, value, points }): IcpRule => ({
    field,
    op,
    value: value ?? null,
    points,
  }));
  return { rules: ordered, tier_thresholds: { A, B, C }, revision };
}
