import { SegmentType, type Segment as SegmentMessage, type SegmentInput } from '@outreach/contracts-contacts';
import type { SegmentChange } from './manage-segments.ts';
import type { Segment } from './segment.ts';
import { toFilter, toLogic, toLogicMessage } from '../lists/list-messages.rpc.ts';

export function toSegmentMessage(segment: Segment): SegmentMessage {
  return {
    ...segment,
    description: segment.description ?? undefined,
    segment_type:
      segment.segment_type === 'static' ? SegmentType.SEGMENT_TYPE_STATIC : SegmentType.SEGMENT_TYPE_DYNAMIC,
    filters: segment.filters.map(({ field, op, value }) => ({ field, op, value })),
    filters_logic: toLogicMessage(segment.filters_logic),
    counted_at: segment.counted_at ?? undefined,
  };
}

/** The members that the mask names; one without a value is cleared. */
export function toSegmentChange(
  input: SegmentInput | undefined,
  mask: readonly string[] | undefined,
): SegmentChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  return {
    ...(named.has('name') && input.name !== undefined ? { name: input.name } : {}),
    ...(named.has('description') ? { description: input.description ?? null } : {}),
    ...(named.has('segment_type') ? { segment_type: toType(input.segment_type) } : {}),
    ...(named.has('filters') ? { filters: input.filters.map(toFilter) } : {}),
    ...(named.has('filters_logic') ? { filters_logic: toLogic(input.filters_logic) } : {}),
    ...(named.has('contact_ids') ? { contact_ids: input.contact_ids } : {}),
  };
}

function toType(type: SegmentType): Segment['segment_type'] {
  return type === SegmentType.SEGMENT_TYPE_STATIC ? 'static' : 'dynamic';
}
