import type { Connection, Model } from 'mongoose';
import { defineModel, oneOf, tenantSchema, type UnitReads } from '@outreach/mongo-kit';
import { currentCall } from '@outreach/service-kit';
import type { IcpProfile, IcpRule } from '../domain/icp/icp-profile.ts';
import type { IcpProfileStore } from '../domain/ports.ts';

/** One for a workspace, under its id. */
type IcpProfileDocument = IcpProfile & { readonly _id: string; readonly workspace_id: string };

const schema = tenantSchema<IcpProfileDocument>({
  _id: String,
  rules: [{ _id: false, field: String, op: String, value: Object, points: Number }],
  tier_thresholds: { _id: false, A: Number, B: Number, C: Number },
});

export function createIcpProfileStore(connection: Connection, reads: UnitReads): IcpProfileStore {
  const profiles: Model<IcpProfileDocument> = defineModel(connection, 'icp_profiles', schema);
  const ownId = (): string => currentCall()?.workspaceId ?? '';
  const byId = reads.keyed<string, IcpProfileDocument>({
    model: profiles,
    filterOf: (ids) => ({ _id: oneOf(ids) }),
    answers: ({ _id }, id) => _id === id,
    hint: '_id_',
  });
  return {
    find: async () => (await byId(ownId())).map(fromDocument)[0],
    save: async ({ rules, tier_thresholds }) => {
      await profiles.updateOne({ _id: ownId() }, { $set: { rules, tier_thresholds } }, { upsert: true });
    },
  };
}

/** Members in their order, so that two profiles can be compared as text. */
function fromDocument({ rules, tier_thresholds: { A, B, C } }: IcpProfileDocument): IcpProfile {
  const ordered = rules.map(({ field, op, value, points }): IcpRule => ({
    field,
    op,
    value: value ?? null,
    points,
  }));
  return { rules: ordered, tier_thresholds: { A, B, C } };
}
