import type { ImportRowError } from '../../data/imports.ts';

/** The reasons of failed rows, the most frequent one first. */
export function reasonCounts(
  rows: readonly Pick<ImportRowError, 'code'>[],
): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { code } of rows) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((one, other) => other.count - one.count);
}
