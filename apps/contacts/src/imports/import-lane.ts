import { IMPORT_COUNTERS, NO_COUNTS, type ImportCounts, type ImportJob } from './import-job.ts';

/** Chunks of one import that commit at the same time. */
export const LANES = 2;

/** Rows of a file by their numbers, both included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Progress of a running job. Chunks that commit at the same time change different lanes, so they do not conflict. A
 * chunk begins in the lane with the earlier rows when its own lane is free, so at most the chunk just before the latest
 * one is not committed.
 */
export interface ImportLane extends ImportCounts {
  /** Rows of its last chunk; 0 before the first one. */
  readonly first_row: number;
  readonly last_row: number;
  /** True after a chunk of the current claim. */
  readonly has_advanced: boolean;
  /** Stored changes. */
  readonly version: number;
}

/** Where a worker continues a job. */
export interface ImportPosition {
  /** The last committed row. All rows before it are committed, except those of the gap. */
  readonly last: number;
  readonly gap: RowRange | undefined;
  /** The last row of each lane. */
  readonly laneRows: readonly number[];
}

/** A job with the counts of its lanes. */
export function withLanes(job: ImportJob, lanes: readonly ImportLane[]): ImportJob {
  return {
    ...job,
    ...sumOf([job, ...lanes]),
    version: lanes.reduce((sum, { version }) => sum + version, job.version),
    failures: lanes.some((lane) => lane.has_advanced) ? 0 : job.failures,
  };
}

/** The counts of a job alone. */
export function countsOf(job: ImportJob): ImportCounts {
  return sumOf([job]);
}

function sumOf(counted: readonly ImportCounts[]): ImportCounts {
  const sums: Record<keyof ImportCounts, number> = { ...NO_COUNTS };
  for (const counts of counted) for (const counter of IMPORT_COUNTERS) sums[counter] += counts[counter];
  return sums;
}

/** The position of a job with the counts of its lanes. Rows that are not counted yet stand just before its latest chunk. */
export function positionOf(processedRows: number, lanes: readonly ImportLane[]): ImportPosition {
  const laneRows = Array.from({ length: LANES }, (_, index) => lanes[index]?.last_row ?? 0);
  const last = Math.max(processedRows, ...laneRows);
  const missing = last - processedRows;
  const latest = lanes.find(({ last_row }) => last_row === last);
  if (missing === 0 || latest === undefined) return { last, gap: undefined, laneRows };
  return { last, gap: { first: latest.first_row - missing, last: latest.first_row - 1 }, laneRows };
}

/** The last row up to which all rows are committed. */
export function lastBeforeGap({ last, gap }: ImportPosition): number {
  return gap === undefined ? last : gap.first - 1;
}

export function isCommitted({ last, gap }: ImportPosition, row: number): boolean {
  return row <= last && (gap === undefined || row < gap.first || row > gap.last);
}
