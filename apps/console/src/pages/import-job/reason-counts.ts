import type { ImportRowError } from '../../data/imports.ts';

export interface ReasonCount {
  readonly code: string;
  readonly count: number;
}

/** The reasons of failed rows, the most frequent one first. */
export function reasonCounts(rows: readonly Pick<ImportRowError, 'code'>[]): readonly ReasonCount[] {
  const counts = new Map<string, number>();
  for (const { code } of rows) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((one, other) => other.count - one.count);
}
