import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import {
  createCountRows,
  type CountDifference,
  type CountRow,
  type CountRows,
} from '@outreach/job-kit/count-rows';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { EnrollmentChange } from './enrollment.ts';
import type { EnrollmentCounts, StatusCounts } from './ports.ts';

interface EnrollmentCount extends CountRow {
  readonly campaign_id: string;
  readonly status: EnrollmentStatus;
}

const schema = tenantSchema<EnrollmentCount>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    status: { type: String, required: true },
    difference: { type: Number, required: true },
  },
  [[{ workspace_id: 1, campaign_id: 1, status: 1, difference: 1 }, { name: 'sum_by_status' }]],
);

export function createEnrollmentCounts({
  mongo,
  units,
  ids: newId,
}: ServiceBase): EnrollmentCounts & Pick<CountRows<EnrollmentCount>, 'compact' | 'compactMarked'> {
  const model: Model<EnrollmentCount> = defineModel(mongo.connection, 'enrollment_counts', schema);
  const keys = ['campaign_id', 'status'] as const;
  const rows = createCountRows({ units, newId, model, keys, owner: 'campaign_id' });
  return {
    ...rows,
    add: async (changes) => rows.add(toDifferences(changes)),
    read: async (campaignIds) => {
      const sums = await model.aggregate<{
        _id: { campaign: string; status: EnrollmentStatus };
        count: number;
      }>([
        { $match: { campaign_id: { $in: [...campaignIds] } } },
        { $group: { _id: { campaign: '$campaign_id', status: '$status' }, count: { $sum: '$difference' } } },
      ]);
      const counts = new Map(sums.map(({ _id, count }) => [`${_id.campaign} ${_id.status}`, count]));
      return new Map(
        campaignIds.map((id) => [id, toStatusCounts((status) => counts.get(`${id} ${status}`) ?? 0)]),
      );
    },
  };
}

/** One row per campaign and status whose count changes. */
function toDifferences(changes: readonly EnrollmentChange[]): readonly CountDifference<EnrollmentCount>[] {
  const moved = changes.flatMap(({ before, after }) => [
    ...(before === undefined
      ? []
      : [{ campaign_id: after.campaign_id, status: before.status, difference: -1 }]),
    { campaign_id: after.campaign_id, status: after.status, difference: 1 },
  ]);
  const cells = Map.groupBy(moved, ({ campaign_id, status }) => `${campaign_id} ${status}`);
  return [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    const difference = cell.reduce((sum, row) => sum + row.difference, 0);
    return first === undefined || difference === 0 ? [] : [{ ...first, difference }];
  });
}

function toStatusCounts(countOf: (status: EnrollmentStatus) => number): StatusCounts {
  const [pending, active, paused, completed, stopped] = ENROLLMENT_STATUSES;
  return {
    pending: countOf(pending),
    active: countOf(active),
    paused: countOf(paused),
    completed: countOf(completed),
    stopped: countOf(stopped),
  };
}
