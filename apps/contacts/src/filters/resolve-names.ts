import { invalidField } from '@outreach/errors';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import type { Condition } from './condition.ts';
import type { Filter, FilterNames } from './parse-filters.ts';
import { conditionOf, type SavedFilter } from './saved-filter.ts';

export const SEGMENTS_MAX = 10;

/** Reads the custom fields and campaigns that filters name. */
export interface FieldNamePorts {
  readonly customFields: CustomFieldReader;
  readonly campaigns: CampaignReader;
}

export interface CampaignReader {
  /** The ids that are campaigns of the workspace. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface SegmentReader {
  findByIds(ids: readonly string[]): Promise<readonly SavedFilter[]>;
  /** The oldest segments of the workspace. */
  first(countMax: number): Promise<readonly SavedFilter[]>;
}

export interface FilterNamePorts extends FieldNamePorts {
  readonly segments: SegmentReader;
}

/** Reads the records that the filters name. @throws AppError invalid_argument when they name too many segments. */
export async function resolveNames(
  ports: FilterNamePorts,
  filters: readonly Filter[],
  segmentsMax = SEGMENTS_MAX,
): Promise<FilterNames> {
  const segments = await namedSegments(ports, filters, segmentsMax);
  const names = await resolveWithoutSegments(ports, [
    ...filters,
    ...segments.flatMap((segment) => segment.filters),
  ]);
  const conditions = new Map<string, Condition>(
    segments.map((segment) => [segment.id, conditionOf(segment, names)]),
  );
  return { ...names, segments: conditions };
}

/** Like `resolveNames`, for the filters of segments and scoring rules, which cannot name segments. */
export async function resolveWithoutSegments(
  ports: FieldNamePorts,
  filters: readonly Filter[],
): Promise<FilterNames> {
  const usesCustomFields = filters.some(({ field }) => field.startsWith('custom_fields.'));
  const fields = usesCustomFields ? await ports.customFields.all() : [];
  const campaignIds = filters.filter(({ field }) => field === 'in_campaign').flatMap(idsOf);
  return {
    customFields: new Map(fields.map((field) => [field.name, field])),
    segments: undefined,
    campaignIds: campaignIds.length === 0 ? new Set() : await ports.campaigns.known(campaignIds),
  };
}

async function namedSegments(
  ports: FilterNamePorts,
  filters: readonly Filter[],
  segmentsMax: number,
): Promise<readonly SavedFilter[]> {
  const ids = new Set<string>();
  for (const [index, filter] of filters.entries()) {
    if (filter.field !== 'in_segment') continue;
    for (const id of idsOf(filter)) ids.add(id);
    if (ids.size > segmentsMax) {
      throw invalidField(`filters[${index}].value`, `A request names at most ${segmentsMax} segments.`);
    }
  }
  const emptinessIndex = filters.findIndex(
    ({ field, op }) => field === 'in_segment' && op.endsWith('_empty'),
  );
  if (emptinessIndex === -1) return ids.size === 0 ? [] : ports.segments.findByIds([...ids]);
  const all = await ports.segments.first(SEGMENTS_MAX + 1);
  if (all.length <= SEGMENTS_MAX) return all;
  throw invalidField(
    `filters[${emptinessIndex}].op`,
    `is_empty and is_not_empty on in_segment work in workspaces with at most ${SEGMENTS_MAX} segments.`,
  );
}

function idsOf({ value }: Filter): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
}
