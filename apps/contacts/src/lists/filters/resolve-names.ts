import { invalidField } from '@outreach/errors';
import type { CampaignRegister, CustomFieldStore, SegmentStore } from '../../domain/ports.ts';
import { conditionOf, type Segment } from '../../segments/segment.ts';
import type { Condition } from './condition.ts';
import type { Filter, FilterNames } from './parse-filters.ts';

export const SEGMENTS_MAX = 10;

/** Where names that are not in the field table come from. */
export interface FieldNames {
  readonly customFields: Pick<CustomFieldStore, 'all'>;
  readonly campaigns: Pick<CampaignRegister, 'known'>;
}

export interface NameDeps extends FieldNames {
  readonly segments: Pick<SegmentStore, 'findByIds' | 'first'>;
}

/** Looks up what the filters name. @throws AppError invalid_argument when they name too many segments. */
export async function resolveNames(
  deps: NameDeps,
  filters: readonly Filter[],
  segmentsMax = SEGMENTS_MAX,
): Promise<FilterNames> {
  const segments = await namedSegments(deps, filters, segmentsMax);
  const names = await resolveWithoutSegments(deps, [
    ...filters,
    ...segments.flatMap((segment) => segment.filters),
  ]);
  const conditions = new Map<string, Condition>(
    segments.map((segment) => [segment.id, conditionOf(segment, names)]),
  );
  return { ...names, segments: conditions };
}

/** The same for the filters of a segment, which name no segments. */
export async function resolveWithoutSegments(
  deps: FieldNames,
  filters: readonly Filter[],
): Promise<FilterNames> {
  const usesCustomFields = filters.some(({ field }) => field.startsWith('custom_fields.'));
  const fields = usesCustomFields ? await deps.customFields.all() : [];
  const campaignIds = filters.filter(({ field }) => field === 'in_campaign').flatMap(idsOf);
  return {
    customFields: new Map(fields.map((field) => [field.name, field])),
    segments: undefined,
    campaignIds: campaignIds.length === 0 ? new Set() : await deps.campaigns.known(campaignIds),
  };
}

async function namedSegments(
  deps: NameDeps,
  filters: readonly Filter[],
  segmentsMax: number,
): Promise<readonly Segment[]> {
  const ids = new Set<string>();
  for (const [index, filter] of filters.entries()) {
    if (filter.field !== 'in_segment') continue;
    for (const id of idsOf(filter)) ids.add(id);
    if (ids.size > segmentsMax) {
      throw invalidField(`filters[${index}].value`, `A request names at most ${segmentsMax} segments.`);
    }
  }
  const asksForAny = filters.findIndex(({ field, op }) => field === 'in_segment' && op.endsWith('_empty'));
  if (asksForAny === -1) return ids.size === 0 ? [] : deps.segments.findByIds([...ids]);
  const all = await deps.segments.first(SEGMENTS_MAX + 1);
  if (all.length <= SEGMENTS_MAX) return all;
  throw invalidField(
    `filters[${asksForAny}].op`,
    `A workspace with more than ${SEGMENTS_MAX} segments cannot be asked for all of them.`,
  );
}

function idsOf({ value }: Filter): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
}
