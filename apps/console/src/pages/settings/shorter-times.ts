import type { Retention } from '../../data/workspace.ts';

const NAMES = {
  sends_days: 'emails',
  timeline_days: 'events of timelines',
  inbox_days: 'texts of the inbox',
} as const;

/** What a change deletes, in words; undefined if it deletes nothing. */
export function deletedBy(before: Retention, after: Retention): string | undefined {
  const parts = (['sends_days', 'timeline_days', 'inbox_days'] as const)
    .filter((field) => lengthOf(after[field]) < lengthOf(before[field]))
    .map(
      (field) => `${NAMES[field]} older than ${String(after[field])} ${after[field] === 1 ? 'day' : 'days'}`,
    );
  if (parts.length === 0) return undefined;
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** 0 days are for ever. */
function lengthOf(days: number): number {
  return days === 0 ? Infinity : days;
}
