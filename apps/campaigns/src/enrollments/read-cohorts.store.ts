import { BY_STATUS, type Collection, type EnrollmentDocument } from './enrollment-model.store.ts';
import type { CohortQuery, EnrollmentCohort } from './ports.ts';

/** Up to this many enrollments are read one by one. */
const EXACT_MAX = 2_000;
/** Larger campaigns: new leads that are counted, over all zones, and follow-ups, over all accounts. */
const SAMPLE_MAX = 10_000;
const ZONES_MAX = 60;
const FIELDS = [
  'time_zone',
  'sending_account_id',
  'mail_provider',
  'next_step',
  'due_at',
  'next_send_at',
] as const;

/** Enrollments whose emails are left; contacts that are added during a pause are pending. */
const OPEN = { $in: ['pending' as const, 'active' as const] };

type Read = Pick<EnrollmentDocument, (typeof FIELDS)[number]>;

/** A counted group; the count of a capped one is a lower bound. */
interface Counted {
  readonly cohort: EnrollmentCohort;
  readonly isCapped: boolean;
}

export async function readCohorts(
  enrollments: Collection,
  campaignId: string,
  query: CohortQuery,
): Promise<readonly EnrollmentCohort[]> {
  if (query.total > EXACT_MAX) return sample(enrollments, campaignId, query);
  const found = await enrollments
    .find({ campaign_id: campaignId, status: OPEN }, [...FIELDS])
    .hint(BY_STATUS)
    .limit(EXACT_MAX)
    .lean<Read[]>();
  const groups = Map.groupBy(found, (read) =>
    FIELDS.map((field) => String(read[field]?.valueOf())).join(' '),
  );
  return [...groups.values()].flatMap((own) => (own[0] === undefined ? [] : [toCohort(own[0], own.length)]));
}

async function sample(
  enrollments: Collection,
  campaignId: string,
  { accountIds, total }: CohortQuery,
): Promise<readonly EnrollmentCohort[]> {
  const open = { campaign_id: campaignId, status: OPEN };
  const distinct = await enrollments.distinct('time_zone', open);
  const zones = [...new Set([null, ...distinct])].slice(0, ZONES_MAX);
  const leadsMax = Math.ceil(SAMPLE_MAX / zones.length);
  const leads = zones.map(async (zone) =>
    group(enrollments, { ...open, time_zone: zone, sending_account_id: null }, leadsMax),
  );
  const followUpsMax = Math.ceil(SAMPLE_MAX / Math.max(1, accountIds.length));
  const followUps = accountIds.map(async (accountId) =>
    group(enrollments, { ...open, time_zone: { $in: zones }, sending_account_id: accountId }, followUpsMax),
  );
  return scaled((await Promise.all([...leads, ...followUps])).flat(), total);
}

/** Groups the first enrollments of the filter by the hour of their due time. */
async function group(enrollments: Collection, filter: object, max: number): Promise<readonly Counted[]> {
  const hourOf = (field: string): object => ({ $dateTrunc: { date: field, unit: 'hour' } });
  const found = await enrollments
    .aggregate<{ readonly _id: Read; readonly count: number }>([
      { $match: filter },
      { $limit: max },
      {
        $group: {
          _id: {
            time_zone: '$time_zone',
            sending_account_id: '$sending_account_id',
            mail_provider: '$mail_provider',
            next_step: '$next_step',
            due_at: hourOf('$due_at'),
            next_send_at: { $cond: [{ $eq: ['$due_at', null] }, hourOf('$next_send_at'), null] },
          },
          count: { $sum: 1 },
        },
      },
    ])
    .hint(BY_STATUS);
  const isCapped = found.reduce((sum, { count }) => sum + count, 0) >= max;
  return found.map(({ _id, count }) => ({ cohort: toCohort(_id, count), isCapped }));
}

/** Scales the counts of capped groups, so that all counts add up to the total. */
function scaled(counted: readonly Counted[], total: number): readonly EnrollmentCohort[] {
  const sumOf = (isCapped: boolean): number =>
    counted.reduce((sum, one) => sum + (one.isCapped === isCapped ? one.cohort.count : 0), 0);
  const capped = sumOf(true);
  const factor = capped === 0 ? 1 : Math.max(1, (total - sumOf(false)) / capped);
  return counted.map(({ cohort, isCapped }) =>
    isCapped ? { ...cohort, count: Math.round(cohort.count * factor) } : cohort,
  );
}

function toCohort(
  {
    time_zone: zone,
    sending_account_id: accountId,
    mail_provider: mailProvider,
    next_step: nextStep,
    due_at: dueAt,
    next_send_at: nextSendAt,
  }: Read,
  count: number,
): EnrollmentCohort {
  return { zone, accountId, mailProvider, nextStep, dueAt, nextSendAt, count };
}
