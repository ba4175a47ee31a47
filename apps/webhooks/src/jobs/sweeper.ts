import { type Clock, type Job, type NewId } from '@outreach/service-kit';
import type { DueDelivery, TargetDirectory, WorkStore } from '../domain/delivery-ports.ts';
import type { WakeUp } from '@outreach/event-bus';
import type { DeliveryWorker } from './delivery-worker.ts';

const POLL_MS = 250;
const BATCH_MAX = 1_000;

export interface SweeperOptions {
  readonly store: WorkStore;
  readonly targets: TargetDirectory;
  readonly worker: DeliveryWorker;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly leaseMs: number;
  /** Raised when the worker has room again. */
  readonly wakeUp: WakeUp;
}

/** Finds retries that are due, what found no place when it was born, and what a dead worker left behind. */
export function sweeperJob(options: SweeperOptions): Job {
  return {
    name: 'delivery-sweeper',
    run: async (signal) => {
      while (!signal.aborted) {
        const found = await sweep(options);
        if (found < BATCH_MAX) await options.wakeUp.wait(POLL_MS, signal);
      }
    },
  };
}

/** One round; answers how many due deliveries it met. */
async function sweep(options: SweeperOptions): Promise<number> {
  const { store, worker, clock } = options;
  const max = Math.min(worker.room(), BATCH_MAX);
  if (max === 0) return 0;
  const due = await store.findDue({ nowMs: clock.now(), max, except: worker.saturated() });
  if (due.length === 0) return 0;
  const sorted = await sortByTarget(options, due);
  await store.hold(sorted.held);
  await store.drop(sorted.dropped);
  await take(options, sorted.active);
  return due.length;
}

interface Sorted {
  readonly active: DueDelivery[];
  readonly held: string[];
  readonly dropped: string[];
}

async function sortByTarget({ targets }: SweeperOptions, due: readonly DueDelivery[]): Promise<Sorted> {
  const sorted: Sorted = { active: [], held: [], dropped: [] };
  for (const delivery of due) {
    const target = await targets.get(delivery.endpoint_id);
    if (target === 'paused') sorted.held.push(delivery.id);
    else if (target === 'deleted') sorted.dropped.push(delivery.id);
    else sorted.active.push(delivery);
  }
  return sorted;
}

async function take(
  { store, worker, clock, newId, leaseMs }: SweeperOptions,
  due: readonly DueDelivery[],
): Promise<void> {
  const reserved = due.filter((delivery) => worker.reserve(delivery.endpoint_id) !== undefined);
  if (reserved.length === 0) return;
  const nowMs = clock.now();
  const lease = { token: newId('lease'), untilMs: nowMs + leaseMs, nowMs };
  const open = new Map(reserved.map((delivery) => [delivery.id, delivery.endpoint_id]));
  try {
    const jobs = await store.claim([...open.keys()], lease);
    for (const job of jobs) open.delete(job.id);
    worker.push(jobs);
  } finally {
    for (const endpointId of open.values()) worker.cancel(endpointId);
  }
}
