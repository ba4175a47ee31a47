import type { Condition, FiltersLogic } from './condition.ts';
import { parseStoredFilters, type Filter, type FilterNames } from './parse-filters.ts';

/** The part of a segment that selects contacts. */
export interface SavedFilter {
  readonly id: string;
  /** A dynamic segment is a query; the contacts of a static one store its id. */
  readonly segment_type: 'dynamic' | 'static';
  readonly filters: readonly Filter[];
  readonly filters_logic: FiltersLogic;
}

/** The condition that the contacts of a segment meet. */
export function conditionOf(segment: SavedFilter, names: FilterNames): Condition {
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
