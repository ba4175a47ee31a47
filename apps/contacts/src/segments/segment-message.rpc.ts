import { maskedFields } from '@outreach/contracts-common';
import {
  SegmentType,
  type Segment as SegmentMessage,
  type SegmentInput,
} from '@outreach/contracts-contacts/gen/segments.ts';
import { invalidField } from '@outreach/errors';
import { fromFilterMessage, fromLogicMessage, toLogicMessage } from '../lists/index.ts';
import type { SegmentChange } from './manage-segments.ts';
import type { Segment } from './segment.ts';

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

/** The fields that the mask names; a field without a value is cleared. */
export function fromSegmentInput(
  input: SegmentInput | undefined,
  mask: readonly string[] | undefined,
): SegmentChange {
  if (input === undefined) return {};
  return maskedFields(mask, {
    name: input.name,
    description: input.description ?? null,
    segment_type: fromType(input.segment_type),
    filters: input.filters.map(fromFilterMessage),
    filters_logic: fromLogicMessage(input.filters_logic),
    contact_ids: input.contact_ids,
  });
}

/** The default type is dynamic. @throws AppError invalid_argument on an unknown type. */
function fromType(type: SegmentType): Segment['segment_type'] {
  if (type === SegmentType.SEGMENT_TYPE_STATIC) return 'static';
  if (type === SegmentType.SEGMENT_TYPE_DYNAMIC || type === SegmentType.SEGMENT_TYPE_UNSPECIFIED)
    return 'dynamic';
  throw invalidField('segment_type', 'segment_type must be dynamic or static.');
}
