import type { Segment, SegmentFilters, SegmentInput } from '../../data/segments.ts';
import { incomplete, toFilter, valueType, type FilterDraft } from '../../parts/filter-values.ts';

/** A segment as the form has it. */
export interface SegmentValues {
  readonly name: string;
  readonly description: string;
  readonly logic: Segment['filters_logic'];
  readonly filters: readonly FilterDraft[];
}

type CustomTypes = ReadonlyMap<string, string>;

/** The filters that are complete. */
export function toFilters({ filters, logic }: SegmentValues, customTypes: CustomTypes): SegmentFilters {
  const complete = filters.filter(
    ({ field, op, value }) => incomplete.field(field) === null && incomplete.value(value, op) === null,
  );
  return {
    filters: complete.map((draft) => toFilter(draft, valueType(draft.field, customTypes))),
    filters_logic: logic,
  };
}

/** The body of a request. A static segment has no filters. */
export function toBody(
  values: SegmentValues,
  { isDynamic, customTypes }: { readonly isDynamic: boolean; readonly customTypes: CustomTypes },
): SegmentInput {
  const { name, description } = values;
  const texts = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
  return isDynamic ? { ...texts, ...toFilters(values, customTypes) } : texts;
}
