import type { ErasureRecheck } from './ports.ts';

/**
 * Times from an erasure to its rechecks. A recheck finds everything once each command and each transaction that read
 * the contact before its erasure has ended. Commands take at most 30 s. MongoDB ends a transaction after at most one
 * and a half times `transactionLifetimeLimitSeconds`. An erasure and a transaction that began just before its commit
 * have both ended after 30 s with the lifetime of 10 s that operations.md demands, so within a minute all data is
 * erased. With the default of MongoDB, 60 s, they have ended after 180 s.
 */
const RECHECKS_AFTER_MS = [40_000, 200_000] as const;

/** When the personal data is erased again; undefined after the last time. */
export function nextRecheckAt({
  created_at,
  rechecks = 0,
}: Pick<ErasureRecheck, 'created_at' | 'rechecks'>): Date | undefined {
  const afterMs = RECHECKS_AFTER_MS[rechecks];
  return afterMs === undefined ? undefined : new Date(created_at.getTime() + afterMs);
}
