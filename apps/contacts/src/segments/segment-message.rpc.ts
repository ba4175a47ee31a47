import { maskedFields } from '@outreach/contracts-common';
import { SEGMENT_TYPES } from '@outreach/contracts-contacts/enumerations';
import type { Segment as SegmentMessage, SegmentInput } from '@outreach/contracts-contacts/gen/segments.ts';
import { knownValue } from '@outreach/errors';
import { fromFilterMessage, toFiltersLogic } from '../lists/index.ts';
import type { SegmentChange } from './manage-segments.ts';
import type { Segment } from './segment.ts';

export function toSegmentMessage(segment: Segment): SegmentMessage {
  return {
    ...segment,
    description: segment.description ?? undefined,
    filters: segment.filters.map(({ field, op, value }) => ({ field, op, value })),
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
    segment_type: knownValue('segment_type', SEGMENT_TYPES, input.segment_type || 'dynamic'),
    filters: input.filters.map(fromFilterMessage),
    filters_logic: toFiltersLogic(input.filters_logic),
    contact_ids: input.contact_ids,
  });
}
