import type { AttemptOutcome } from '../delivery-model/index.ts';
import { INITIAL_HEALTH, nextHealth, type HealthState } from './health.ts';
import type {
  EndpointHealth,
  HealthChange,
  HealthStore,
  HourCounts,
  HourStore,
  SaveFailing,
} from './ports.ts';

const HOUR_MS = 60 * 60 * 1000;
const HEALTH_TRIES_MAX = 5;

export interface RecordResultsPorts {
  readonly hours: HourStore;
  readonly health: HealthStore;
  readonly saveFailing: SaveFailing;
}

/**
 * Adds results to the stats of their endpoints. Results are stored before they are counted, so a crash in
 * between makes the stats slightly too small.
 */
export async function recordResults(
  { hours, ...ports }: RecordResultsPorts,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  // The counts come last: if the health cannot be saved, all of it is repeated, and the results count once.
  await updateHealth(ports, outcomes);
  await hours.add(countByHour(outcomes));
}

type Counts = Omit<HourCounts, 'endpointId' | 'workspaceId' | 'hour'>;

/**
 * One entry per endpoint and hour. A delivery counts once, in the hour of its creation; it counts as failed while its
 * last attempt has failed.
 */
function countByHour(outcomes: readonly AttemptOutcome[]): readonly HourCounts[] {
  const byKey = new Map<string, HourCounts>();
  const add = ({ job }: AttemptOutcome, atMs: number, change: Counts): void => {
    const hourMs = atMs - (atMs % HOUR_MS);
    const key = `${job.endpoint_id}:${hourMs}`;
    const known = byKey.get(key);
    const counts = known === undefined ? change : plus(known, change);
    const of = { endpointId: job.endpoint_id, workspaceId: job.workspace_id, hour: new Date(hourMs) };
    byKey.set(key, { ...of, ...counts });
  };
  for (const outcome of outcomes) {
    const failed = outcome.status === 'failed' ? 1 : 0;
    const { status: previous, created_at: createdAt } = outcome.job;
    const attempt = { attempts: 1, failed_attempts: failed, deliveries: 0, failed_deliveries: 0 };
    add(outcome, outcome.delivered_at.getTime(), attempt);
    const deliveries = previous === 'pending' ? 1 : 0;
    const failedChange = failed - (previous === 'failed' ? 1 : 0);
    if (deliveries === 0 && failedChange === 0) continue;
    const delivery = { attempts: 0, failed_attempts: 0, deliveries, failed_deliveries: failedChange };
    add(outcome, createdAt.getTime(), delivery);
  }
  return [...byKey.values()];
}

function plus(a: Counts, b: Counts): Counts {
  return {
    attempts: a.attempts + b.attempts,
    failed_attempts: a.failed_attempts + b.failed_attempts,
    deliveries: a.deliveries + b.deliveries,
    failed_deliveries: a.failed_deliveries + b.failed_deliveries,
  };
}

type HealthPorts = Omit<RecordResultsPorts, 'hours'>;

/** Reads, evaluates and saves by version. After a conflict with another process, evaluates again on its health. */
async function updateHealth(ports: HealthPorts, outcomes: readonly AttemptOutcome[]): Promise<void> {
  let open = Map.groupBy(outcomes, ({ job }) => job.endpoint_id);
  for (let tries = 0; open.size > 0 && tries < HEALTH_TRIES_MAX; tries += 1) {
    const known = await ports.health.find([...open.keys()]);
    const changes = [...open].flatMap(([id, own]) => evaluate(known.get(id), own) ?? []);
    const conflicts = await saveHealths(ports, known, changes);
    open = new Map([...open].filter(([id]) => conflicts.has(id)));
  }
}

/** Returns the ids of the endpoints whose health another process has changed. */
async function saveHealths(
  { health: store, saveFailing }: HealthPorts,
  known: ReadonlyMap<string, EndpointHealth>,
  changes: readonly HealthChange[],
): Promise<ReadonlySet<string>> {
  const isNewlyFailed = ({ health: { endpointId, status } }: HealthChange): boolean =>
    status === 'failed' && known.get(endpointId)?.status !== 'failed';
  // The first attempts of an endpoint are no hour of failures.
  const isNew = ({ health }: HealthChange): boolean => !known.has(health.endpointId);
  const alone = changes.filter((change) => isNew(change) || isNewlyFailed(change));
  const [refused, ...conflicts] = await Promise.all([
    store.saveAll(changes.filter((change) => !alone.includes(change))),
    ...alone.map(async (change): Promise<ReadonlySet<string>> => {
      const { health, expectedVersion } = change;
      const isSaved = await (isNew(change) ? store.insert(health) : saveFailing(health, expectedVersion));
      return new Set(isSaved ? [] : [health.endpointId]);
    }),
  ]);
  return new Set([...refused, ...conflicts.flatMap((ids) => [...ids])]);
}

/** The health after some results. */
function evaluate(
  known: EndpointHealth | undefined,
  outcomes: readonly AttemptOutcome[],
): HealthChange | undefined {
  const ordered = outcomes.toSorted((a, b) => a.delivered_at.getTime() - b.delivered_at.getTime());
  const last = ordered.at(-1);
  if (last === undefined) return undefined;
  const state = ordered.reduce<HealthState>(
    (before, { delivered_at, status: outcome }) =>
      nextHealth(before, { endedAtMs: delivered_at.getTime(), success: outcome === 'success' }),
    known ?? INITIAL_HEALTH,
  );
  const health: EndpointHealth = {
    ...state,
    endpointId: last.job.endpoint_id,
    workspaceId: last.job.workspace_id,
    last_delivery_at: last.delivered_at,
    version: (known?.version ?? 0) + 1,
  };
  return { health, expectedVersion: known?.version ?? 0 };
}
