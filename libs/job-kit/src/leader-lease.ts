import type { Leases } from '@outreach/mongo-kit';

/** A lease lasts this long without renewal, so that a killed leader is replaced within this time. */
const LEASE_MS = 15_000;
/** The result of the last check counts for this long; a leader renews three times within its lease. */
const CHECK_MS = 4_500;

/** Selects one of several processes. */
export interface LeaderLease {
  /** True while this process holds the lease. Takes or renews it at most every 4.5 s; concurrent callers share that. */
  isLeader(): Promise<boolean>;
  /** Gives the lease back, so that another process leads at once. */
  release(): Promise<void>;
}

export interface LeaderLeaseOptions {
  readonly leases: Leases;
  readonly name: string;
  readonly leaseMs?: number;
  readonly checkMs?: number;
}

/**
 * A lease that one process holds at a time. A process that sleeps past its lease may work beside its successor for up
 * to 4.5 s, and a round that outlasts the lease until its end. So the work must tolerate a second run.
 */
export function createLeaderLease(options: LeaderLeaseOptions): LeaderLease {
  const { leases, name, leaseMs = LEASE_MS, checkMs = CHECK_MS } = options;
  let holds = Promise.resolve(false);
  let nextCheckMs = 0;
  return {
    isLeader: async () => {
      const nowMs = performance.now();
      if (nowMs >= nextCheckMs) {
        nextCheckMs = nowMs + checkMs;
        holds = leases.acquire(name, leaseMs).catch((thrown: unknown) => {
          nextCheckMs = 0;
          throw thrown;
        });
      }
      return holds;
    },
    release: async () => {
      holds = Promise.resolve(false);
      nextCheckMs = 0;
      await leases.release(name);
    },
  };
}
