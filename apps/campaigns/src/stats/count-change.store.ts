import type { ServiceBase } from '@outreach/app-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Model } from 'mongoose';
import { quarterOf, sumOwnerCounts, type OwnerCounts } from './counters.ts';
import type { CountChanges, OwnedChange, OwnerChange } from './ports.ts';

/** Counters of one campaign, one account and one quarter of an hour. */
interface ChangeCell {
  readonly campaign_id: string;
  readonly account_id: string | null;
  readonly at: Date;
  readonly counts: Partial<OwnerCounts>;
}

interface ChangeDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly cells: readonly ChangeCell[];
}

const schema = tenantSchema<ChangeDocument>({ _id: String, cells: { type: [Object], required: true } }, [
  [{ workspace_id: 1, _id: 1 }, { name: 'in_order' }],
]);

export function createCountChanges({
  mongo,
  units,
  ids,
}: Pick<ServiceBase, 'mongo' | 'units' | 'ids'>): CountChanges {
  const model: Model<ChangeDocument> = defineModel(mongo.connection, 'count_changes', schema);
  return {
    add: async (changes) => {
      const cells = toCells(changes);
      if (cells.length === 0) return;
      const workspaceId = requireWorkspaceId();
      await units.writes.insert(model, [{ _id: ids('chg'), workspace_id: workspaceId, cells }]);
    },
    read: async () => (await model.find().lean<ChangeDocument[]>()).flatMap(toOwned),
    take: async (max) => {
      const found = await model.find().sort({ _id: 1 }).limit(max).lean<ChangeDocument[]>();
      await model.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      return { changes: found.flatMap(toOwned), hasMore: found.length === max };
    },
    workspaces: async () => model.distinct('workspace_id'),
  };
}

function toCells(changes: readonly OwnerChange[]): readonly ChangeCell[] {
  const groups = Map.groupBy(
    changes,
    ({ campaignId, accountId, at }) => `${campaignId} ${accountId ?? ''} ${String(quarterOf(at).getTime())}`,
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    const counts = sumOwnerCounts(own.map((change) => change.counts));
    if (first === undefined || Object.keys(counts).length === 0) return [];
    return [{ campaign_id: first.campaignId, account_id: first.accountId, at: quarterOf(first.at), counts }];
  });
}

/** A change counts for the workspace, for the campaign and for the account. */
function toOwned({ workspace_id: workspaceId, cells }: ChangeDocument): readonly OwnedChange[] {
  return cells.flatMap(({ campaign_id: campaignId, account_id: accountId, at, counts }) => [
    { kind: 'workspace' as const, ownerId: workspaceId, at, counts },
    { kind: 'campaign' as const, ownerId: campaignId, at, counts },
    ...(accountId === null ? [] : [{ kind: 'account' as const, ownerId: accountId, at, counts }]),
  ]);
}
