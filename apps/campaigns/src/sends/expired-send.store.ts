import type { SendStatus } from '@outreach/contracts-campaigns/records';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { OpenEnrollments, SendPlace } from './ports.ts';
import { sendModel, type SendDocument } from './send-model.store.ts';
import { ownerOf } from './send.ts';

/** Sends that one step looks at. */
const STEP_MAX = 1_000;
/** Nothing is left to send. */
const ENDED: readonly SendStatus[] = ['sent', 'delivered', 'bounced', 'failed', 'canceled', 'dropped'];
const FIELDS = {
  campaign_id: 1,
  enrollment_id: 1,
  thread_id: 1,
  answer: 1,
  status: 1,
  sent_at: 1,
  created_at: 1,
} as const;

type Found = Pick<SendDocument, '_id' | keyof typeof FIELDS>;

/** The sends of a campaign that have expired, by status, so that its audit stays balanced. */
interface CountDocument {
  /** The id of the campaign. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly counts: Partial<Readonly<Record<SendStatus, number>>>;
}

const countSchema = tenantSchema<CountDocument>({ _id: String, counts: Object }, []);

/** The sends of the current workspace that expire. */
export interface ExpiredSends {
  /** The number of sends of a campaign that have expired, by their last status. */
  countOf(campaignId: string): Promise<ReadonlyMap<SendStatus, number>>;
  /**
   * Part of a transaction: looks at the next sends that were created before a time, and deletes those that have expired.
   * A send stays while it is queued and while its enrollment is open, because a reply, a bounce or an unsubscribe has to
   * end the enrollment. Undefined after the last send.
   */
  expire(before: Date, after: SendPlace | undefined): Promise<SendPlace | undefined>;
}

export function createExpiredSends(connection: Connection, enrollments: OpenEnrollments): ExpiredSends {
  const counts: Model<CountDocument> = defineModel(connection, 'expired_sends', countSchema);
  return {
    countOf: async (campaignId) => {
      const found = await counts.findOne({ _id: campaignId }).lean<CountDocument>();
      return new Map(Object.entries(found?.counts ?? {}) as [SendStatus, number][]);
    },
    expire: createStep(connection, { enrollments, counts }),
  };
}

/** The order is that of the index `log`: by campaign, time and id. */
function createStep(
  connection: Connection,
  { enrollments, counts }: { readonly enrollments: OpenEnrollments; readonly counts: Model<CountDocument> },
): ExpiredSends['expire'] {
  const sends = sendModel(connection);
  const find = async (where: object, limit: number): Promise<Found[]> =>
    sends
      .find(where, FIELDS)
      .hint('log')
      .sort({ campaign_id: 1, created_at: 1, _id: 1 })
      .limit(limit)
      .lean<Found[]>();
  return async (before, after) => {
    const found =
      after === undefined
        ? []
        : await find({ campaign_id: after[0], ...createdBetween(after, before) }, STEP_MAX);
    const last = found.at(-1);
    if (last === undefined) {
      const [next] = await find({ campaign_id: { $gt: after?.[0] ?? '' }, created_at: { $lt: before } }, 1);
      return next === undefined ? undefined : [next.campaign_id, new Date(0).toISOString(), ''];
    }
    const open = await enrollments.openAmong([...new Set(found.map((send) => ownerOf(send).enrollment_id))]);
    const expired = found.filter((send) => isExpired(send, before) && !open.has(ownerOf(send).enrollment_id));
    await sends.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } });
    await addCounts(counts, expired);
    return [last.campaign_id, last.created_at.toISOString(), last._id];
  };
}

function createdBetween([, createdAt = '', id = '']: SendPlace, before: Date): object {
  const from = new Date(createdAt);
  return {
    created_at: { $gte: from, $lt: before },
    $or: [{ created_at: { $gt: from } }, { _id: { $gt: id } }],
  };
}

function isExpired({ status, sent_at: sentAt }: Found, before: Date): boolean {
  return ENDED.includes(status) && (sentAt === null || sentAt < before);
}

/** Answers count for no campaign. */
async function addCounts(model: Model<CountDocument>, expired: readonly Found[]): Promise<void> {
  const steps = expired.filter(({ thread_id: id }) => id === undefined);
  const [first] = steps;
  if (first === undefined) return;
  const $inc: Record<string, number> = {};
  for (const [status, own] of Map.groupBy(steps, (send) => send.status))
    $inc[`counts.${status}`] = own.length;
  await model.updateOne(
    { _id: first.campaign_id },
    { $inc, $setOnInsert: { workspace_id: requireWorkspaceId() } },
    { upsert: true },
  );
}
