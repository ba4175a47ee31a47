import type { Condition, FiltersLogic } from '../lists/filters/condition.ts';
import { parseStoredFilters, type Filter, type FilterNames } from '../lists/filters/parse-filters.ts';

/** A named set of contacts: a query, or a list of them, which lies with the contacts. */
export interface Segment {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly segment_type: 'dynamic' | 'static';
  readonly filters: readonly Filter[];
  readonly filters_logic: FiltersLogic;
  readonly contact_count: number;
  readonly counted_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What the contacts of a segment meet. */
export function conditionOf(segment: Segment, names: FilterNames): Condition {
  if (segment.segment_type === 'dynamic') {
    return parseStoredFilters(segment.filters, segment.filters_logic, { ...names, segments: undefined });
  }
  return {
    kind: 'comparison',
    field: { name: 'segment_ids', path: 'segment_ids', type: 'list' },
    test: 'one_of',
    values: [segment.id],
    isNegated: false,
  };
}
