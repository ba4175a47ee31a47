import { gradeOf } from '../lead-score/index.ts';
import type { CountCell } from '../contact-store/index.ts';
import { comparisonsOf, type Condition, matches } from '../filters/index.ts';

const COUNTED_FIELDS: ReadonlySet<string> = new Set(['icp_tier', 'lead_score', 'grade']);

/** True when the stored counts by tier and score are enough to count the matches of the condition. */
export function isCountable(condition: Condition): boolean {
  return comparisonsOf(condition).every(({ field }) => COUNTED_FIELDS.has(field.name));
}

export function sumCells(cells: readonly CountCell[], condition: Condition): number {
  return cells
    .filter(({ icp_tier, lead_score }) =>
      matches({ icp_tier, lead_score, grade: gradeOf(lead_score) }, condition),
    )
    .reduce((sum, { count }) => sum + count, 0);
}
