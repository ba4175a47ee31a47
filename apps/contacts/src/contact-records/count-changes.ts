import type { Contact } from './contact.ts';
import { comparisonsOf, type Condition } from '../lists/filters/condition.ts';
import { matches } from '../lists/filters/matches.ts';
import { gradeOf } from './lead-score.ts';

/** The contacts of one tier and score. */
export interface CountCell {
  readonly icp_tier: string;
  readonly lead_score: number;
  readonly count: number;
}

export interface CountChange {
  readonly icp_tier: string;
  readonly lead_score: number;
  readonly difference: number;
}

type Counted = Pick<Contact, 'icp_tier' | 'lead_score' | 'is_deleted'>;

/** What a change of a contact does to the counts; deleted contacts are not counted. */
export function countChanges(before: Counted | undefined, after: Counted | undefined): CountChange[] {
  const left = before?.is_deleted === false ? [cellOf(before, -1)] : [];
  const entered = after?.is_deleted === false ? [cellOf(after, 1)] : [];
  const [from] = left;
  const [to] = entered;
  const isSame = from?.icp_tier === to?.icp_tier && from?.lead_score === to?.lead_score;
  return isSame ? [] : [...left, ...entered];
}

/** What a batch of changes does to the counts: one change per tier and score, and none where they cancel out. */
export function batchChanges(batch: readonly Changed[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of batch.flatMap(({ before, after }) => countChanges(before, after))) {
    const cell = `${change.icp_tier} ${change.lead_score}`;
    const difference = (sums.get(cell)?.difference ?? 0) + change.difference;
    sums.set(cell, { ...change, difference });
  }
  return [...sums.values()].filter(({ difference }) => difference !== 0);
}

interface Changed {
  readonly before: Counted | undefined;
  readonly after: Counted | undefined;
}

function cellOf({ icp_tier, lead_score }: Counted, difference: number): CountChange {
  return { icp_tier, lead_score, difference };
}

const COUNTED_FIELDS: ReadonlySet<string> = new Set(['icp_tier', 'lead_score', 'grade']);

/** True when the kept counts alone tell how many contacts meet the condition. */
export function isCounted(condition: Condition): boolean {
  return comparisonsOf(condition).every(({ field }) => COUNTED_FIELDS.has(field.name));
}

export function sumCells(cells: readonly CountCell[], condition: Condition): number {
  return cells
    .filter(({ icp_tier, lead_score }) =>
      matches({ icp_tier, lead_score, grade: gradeOf(lead_score) }, condition),
    )
    .reduce((sum, { count }) => sum + count, 0);
}
