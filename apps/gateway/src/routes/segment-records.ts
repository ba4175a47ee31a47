import { describedBy, recordFields, recordOf } from '@outreach/contracts-common';
import { FILTERS_LOGICS, SEGMENT_TYPES } from '@outreach/contracts-contacts/enumerations';
import type { Segment, SegmentInput } from '@outreach/contracts-contacts/gen/segments.ts';
import { enumText, optionalText, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { filters, FilterRecord, toFilters } from './filter-input.ts';
import { optionalEnum } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

const DESCRIPTION_MAX = 2_000;
/** The number of ids that fit into a body. */
const CONTACT_IDS_MAX = 32_768;

export const SegmentRecord = z
  .object({
    id: recordFields.id,
    workspace_id: recordFields.workspace_id,
    name: recordFields.name,
    description: z.string().nullable(),
    segment_type: enumText(SEGMENT_TYPES).describe('`dynamic` for filters, `static` for a list of contacts.'),
    filters: z.array(FilterRecord).describe('The filters that contacts match.'),
    filters_logic: enumText(FILTERS_LOGICS).describe('`AND` requires all filters, `OR` at least one.'),
    contact_count: z.int().describe('Number of contacts at `counted_at`.'),
    counted_at: z.iso.datetime().nullable(),
    created_at: recordFields.created_at,
    updated_at: recordFields.updated_at,
  })
  .meta({ id: 'Segment' });

const writable = {
  description: optionalText(DESCRIPTION_MAX),
  segment_type: optionalEnum(SEGMENT_TYPES),
  filters: filters.optional(),
  filters_logic: optionalEnum(FILTERS_LOGICS),
  contact_ids: z
    .array(z.string())
    .max(CONTACT_IDS_MAX)
    .describe('The contacts of a static segment. Responses do not contain them.')
    .optional(),
};

export const SegmentCreateBody = z
  .object(describedBy(SegmentRecord, { name: text(TEXT_MAX.resourceName), ...writable }))
  .meta({ id: 'SegmentCreate' });
export const SegmentUpdateBody = z
  .object(describedBy(SegmentRecord, { name: text(TEXT_MAX.resourceName).optional(), ...writable }))
  .meta({ id: 'SegmentUpdate' });

export const segmentExample = {
  id: `seg_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  name: 'Warm leads',
  description: null,
  segment_type: 'dynamic',
  filters: [{ field: 'lead_score', op: 'gte', value: 60 }],
  filters_logic: 'AND',
  contact_count: 1,
  counted_at: EXAMPLE_TIME,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
} satisfies z.output<typeof SegmentRecord>;

type SegmentBody = z.output<typeof SegmentUpdateBody>;

export function toSegmentInput(body: SegmentBody): SegmentInput {
  return {
    name: body.name,
    description: body.description ?? undefined,
    segment_type: body.segment_type ?? '',
    filters: toFilters(body.filters ?? []),
    filters_logic: body.filters_logic ?? '',
    contact_ids: body.contact_ids ?? [],
  };
}

export function toSegment({ filters: stored, ...segment }: Segment): z.output<typeof SegmentRecord> {
  const shown = stored.map(({ field, op, value }): z.output<typeof FilterRecord> => {
    const given: unknown = value;
    return { field, op, value: given ?? null };
  });
  return { ...recordOf(segment, 'created_at', 'updated_at'), filters: shown };
}
