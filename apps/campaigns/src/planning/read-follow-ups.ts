import type { DueEnrollment } from '../enrollments/index.ts';
import type { PlanningPorts } from './ports.ts';

/** Zones times accounts of a query: the database merges as many index scans, and stops to merge above 200. */
export const SCANS_PER_QUERY_MAX = 150;

interface FollowUpSearch {
  readonly campaignId: string;
  readonly until: Date;
  readonly room: number;
  /** The emails that each account can send until its horizon. */
  readonly slots: ReadonlyMap<string, number>;
}

export interface FollowUps {
  readonly found: readonly DueEnrollment[];
  /** True if further follow-ups may be due that were not read. */
  readonly isTruncated: boolean;
}

/**
 * Reads the follow-ups of the accounts that have room, as many accounts per query as it may scan. Follow-ups of one
 * account may hide those of others; then the result is truncated, and a further pass reads them. Undefined if none is
 * due.
 */
export async function readFollowUps(
  { due }: PlanningPorts,
  { campaignId, until, room, slots }: FollowUpSearch,
  zones: readonly (string | null)[],
): Promise<FollowUps | undefined> {
  if (!(await due.hasDue(campaignId, { zones, kind: 'follow_ups', until }))) return undefined;
  const free = [...slots].filter(([, count]) => count > 0);
  const size = Math.max(1, Math.floor(SCANS_PER_QUERY_MAX / zones.length));
  const reads = chunksOf(free, size).map(async (chunk) => {
    const max = Math.min(room, sumOf(chunk.map(([, count]) => count))) + 1;
    const accountIds = chunk.map(([id]) => id);
    const found = await due.due(campaignId, { zones, accountIds, until, max });
    return { found, isTruncated: chunk.length > 1 && found.length === max };
  });
  const results = await Promise.all(reads);
  return {
    found: results.flatMap(({ found }) => found),
    isTruncated: results.some(({ isTruncated }) => isTruncated),
  };
}

export function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
