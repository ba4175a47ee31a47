import { isDuplicateKey } from '@outreach/mongo-kit';
import { FRESH_HEALTH, judge, type HealthRecord } from '../domain/health.ts';
import type { Settled } from '../domain/settle-attempt.ts';
import type { HealthRow, HourRow } from './figure-store.ts';
import type { Models } from './models.ts';

const HOUR_MS = 60 * 60 * 1000;
const JUDGE_TRIES_MAX = 5;
const QUICK = { writeConcern: { w: 1 } } as const;

/** Figures are counted after the results are stored; a crash between the two makes them a little too small. */
export async function countResults(models: Models, results: readonly Settled[]): Promise<void> {
  if (results.length === 0) return;
  await Promise.all([addToHours(models.hours, results), judgeHealth(models.health, results)]);
}

type Counts = Pick<HourRow, 'attempts' | 'failed_attempts' | 'deliveries' | 'failed_deliveries'>;

async function addToHours(hours: Models['hours'], results: readonly Settled[]): Promise<void> {
  const sums = new Map<
    string,
    { row: Pick<HourRow, 'workspace_id' | 'endpoint_id' | 'hour'>; counts: Counts }
  >();
  const add = ({ job }: Settled, atMs: number, change: Counts): void => {
    const hour = new Date(atMs - (atMs % HOUR_MS));
    const key = `${job.endpoint_id}:${hour.toISOString()}`;
    const known = sums.get(key);
    const row = { workspace_id: job.workspace_id, endpoint_id: job.endpoint_id, hour };
    sums.set(key, { row, counts: known === undefined ? change : plus(known.counts, change) });
  };
  for (const result of results) {
    const failed = result.status === 'failed' ? 1 : 0;
    const before = result.job.status;
    add(result, result.delivered_at.getTime(), {
      attempts: 1,
      failed_attempts: failed,
      deliveries: 0,
      failed_deliveries: 0,
    });
    const first = before === 'pending' ? 1 : 0;
    const moved = failed - (before === 'failed' ? 1 : 0);
    if (first === 0 && moved === 0) continue;
    add(result, result.job.created_at.getTime(), {
      attempts: 0,
      failed_attempts: 0,
      deliveries: first,
      failed_deliveries: moved,
    });
  }
  const operations = [...sums].map(([_id, { row, counts }]) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: row, $inc: counts }, upsert: true },
  }));
  await hours.bulkWrite(operations, { ordered: false, ...QUICK });
}

function plus(one: Counts, other: Counts): Counts {
  return {
    attempts: one.attempts + other.attempts,
    failed_attempts: one.failed_attempts + other.failed_attempts,
    deliveries: one.deliveries + other.deliveries,
    failed_deliveries: one.failed_deliveries + other.failed_deliveries,
  };
}

/** Reads, judges and writes back by version; whoever lost to another process judges again on what that one wrote. */
async function judgeHealth(rows: Models['health'], results: readonly Settled[]): Promise<void> {
  let open = Map.groupBy(results, (result) => result.job.endpoint_id);
  for (let tries = 0; open.size > 0 && tries < JUDGE_TRIES_MAX; tries += 1) {
    const known = await rows.find({ _id: { $in: [...open.keys()] } }).lean<HealthRow[]>();
    const byId = new Map(known.map((row) => [row._id, row]));
    const lost = await Promise.all(
      [...open].map(async ([id, own]) =>
        (await saveVerdict(rows, byId.get(id), own)) ? [] : [[id, own] as const],
      ),
    );
    open = new Map(lost.flat());
  }
}

async function saveVerdict(
  rows: Models['health'],
  known: HealthRow | undefined,
  results: readonly Settled[],
): Promise<boolean> {
  const [first] = results;
  if (first === undefined) return true;
  const ordered = results.toSorted((one, other) => one.delivered_at.getTime() - other.delivered_at.getTime());
  const record = ordered.reduce<HealthRecord>(
    (health, { delivered_at, status }) =>
      judge(health, { endedAtMs: delivered_at.getTime(), success: status === 'success' }),
    known ?? FRESH_HEALTH,
  );
  const { status, successes_in_a_row, failing_since, minutes } = record;
  const last_delivery_at = ordered.at(-1)?.delivered_at ?? null;
  const version = (known?.version ?? 0) + 1;
  const changes = { status, successes_in_a_row, failing_since, minutes, last_delivery_at, version };
  const { endpoint_id: _id, workspace_id } = first.job;
  if (known !== undefined) {
    const saved = await rows.updateOne({ _id, version: known.version }, { $set: changes }, QUICK);
    return saved.matchedCount === 1;
  }
  try {
    await rows.insertMany([{ _id, workspace_id, ...changes }], { lean: true });
    return true;
  } catch (err) {
    if (isDuplicateKey(err)) return false;
    throw err;
  }
}
