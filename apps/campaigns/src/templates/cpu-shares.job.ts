import { pause } from '@outreach/service-kit/lifecycle';
import { LRUCache } from 'lru-cache';
import { monotonicNow } from './time-budget.ts';

/** Share of a processor that one owner may use in the long run. */
const SHARE_MAX = 0.2;
/** Time in ms that one owner may use at once. */
const BURST_MS = 200;
/** Owners with a recent time; the least recently used are forgotten first. */
const OWNERS_MAX = 10_000;

/** Synchronous work of many owners, such as the rendering of the emails of workspaces. */
export interface CpuShares {
  /** False for an owner that has used up its share. */
  isFree(owner: string): boolean;
  /** Runs the work now and counts its time. */
  measure<Result>(owner: string, work: () => Result): Result;
  /** Runs the work when the owner has its share again: at once, unless its work took long before. */
  run<Result>(owner: string, work: () => Result): Promise<Result>;
}

export interface CpuSharesOptions {
  /** Monotonic time in ms. */
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Owners whose work takes longer than their share wait, one piece of work after the other; other owners do not. */
export function createCpuShares({ now = monotonicNow, sleep = wait }: CpuSharesOptions = {}): CpuShares {
  /** The time at which the work of an owner so far is paid off, in ms. */
  const paidOffAt = new LRUCache<string, number>({ max: OWNERS_MAX });
  const waitMsOf = (owner: string): number => (paidOffAt.get(owner) ?? 0) - now() - BURST_MS / SHARE_MAX;
  const shares: CpuShares = {
    isFree: (owner) => waitMsOf(owner) <= 0,
    measure: (owner, work) => {
      const startedAt = now();
      try {
        return work();
      } finally {
        const from = Math.max(paidOffAt.get(owner) ?? 0, startedAt);
        paidOffAt.set(owner, from + (now() - startedAt) / SHARE_MAX);
      }
    },
    run: async (owner, work) => {
      for (let ms = waitMsOf(owner); ms > 0; ms = waitMsOf(owner)) await sleep(ms);
      return shares.measure(owner, work);
    },
  };
  return shares;
}

async function wait(ms: number): Promise<void> {
  await pause(ms, new AbortController().signal);
}
