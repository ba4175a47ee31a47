import type { Contact } from '../contact-model/index.ts';

/** The number of contacts with one tier and score. */
export interface CountCell {
  readonly icp_tier: string;
  readonly lead_score: number;
  readonly count: number;
}

export type CountChange = Omit<CountCell, 'count'> & { readonly difference: number };

type Counted = Pick<Contact, 'icp_tier' | 'lead_score' | 'is_deleted'>;

/** The count changes for one changed contact; deleted contacts are not counted. */
export function countChanges(before: Counted | undefined, after: Counted | undefined): CountChange[] {
  const removed = before?.is_deleted === false ? [cellOf(before, -1)] : [];
  const added = after?.is_deleted === false ? [cellOf(after, 1)] : [];
  const [from] = removed;
  const [to] = added;
  const isSame = from?.icp_tier === to?.icp_tier && from?.lead_score === to?.lead_score;
  return isSame ? [] : [...removed, ...added];
}

/** The count changes for several changed contacts: one per tier and score, none for a cell whose sum is zero. */
export function batchChanges(
  batch: readonly { readonly before: Counted | undefined; readonly after: Counted | undefined }[],
): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of batch.flatMap(({ before, after }) => countChanges(before, after))) {
    const cell = `${change.icp_tier} ${change.lead_score}`;
    const difference = (sums.get(cell)?.difference ?? 0) + change.difference;
    sums.set(cell, { ...change, difference });
  }
  return [...sums.values()].filter(({ difference }) => difference !== 0);
}

function cellOf({ icp_tier, lead_score }: Counted, difference: number): CountChange {
  return { icp_tier, lead_score, difference };
}
