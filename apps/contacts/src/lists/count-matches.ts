import { gradeOf, type CountCell } from '../contact-records/index.ts';
import { comparisonsOf, type Condition } from './filters/condition.ts';
import { matches } from './filters/matches.ts';

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
