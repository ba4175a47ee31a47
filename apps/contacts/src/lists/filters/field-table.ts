import {
  DEPARTMENTS,
  GRADES,
  ICP_TIERS,
  LEAD_SOURCES,
  SENIORITIES,
  VERIFICATION_STATUSES,
} from '@outreach/contracts-contacts';
import type { FieldType } from './condition.ts';

export interface FieldRow {
  readonly type: FieldType;
  readonly path: string;
  /** The only values of an enumeration. */
  readonly values?: readonly string[];
  readonly isSortable: boolean;
  /** False for what every contact has. */
  readonly isNullable: boolean;
}

const row = (type: FieldType, path: string, more: Partial<FieldRow> = {}): FieldRow => ({
  type,
  path,
  isSortable: true,
  isNullable: true,
  ...more,
});
const present = { isNullable: false };
const unsorted = { isSortable: false };

/** The fields that filters and sorts know beside custom fields and memberships, with their place in a document. */
export const FIELDS: ReadonlyMap<string, FieldRow> = new Map([
  ['id', row('id', '_id', present)],
  ['workspace_id', row('id', 'workspace_id', present)],
  ['email', row('text', 'email', present)],
  ['first_name', row('text', 'folded.first_name')],
  ['last_name', row('text', 'folded.last_name')],
  ['full_name', row('text', 'folded.full_name')],
  ['title', row('text', 'folded.title')],
  ['seniority', row('enumeration', 'seniority', { values: SENIORITIES })],
  ['department', row('enumeration', 'department', { values: DEPARTMENTS })],
  ['phone', row('text', 'folded.phone')],
  ['mobile', row('text', 'folded.mobile')],
  ['linkedin_url', row('text', 'folded.linkedin_url')],
  ['city', row('text', 'folded.city')],
  ['state', row('text', 'folded.state')],
  ['country', row('text', 'folded.country')],
  ['time_zone', row('text', 'folded.time_zone')],
  ['lead_source', row('enumeration', 'lead_source', { values: LEAD_SOURCES, ...present })],
  ['lead_score', row('number', 'lead_score', present)],
  ['icp_tier', row('enumeration', 'icp_tier', { values: ICP_TIERS, ...present })],
  ['grade', row('enumeration', 'grade', { values: GRADES, ...present })],
  ['tags', row('list', 'tags', unsorted)],
  [
    'verification_status',
    row('enumeration', 'verification_status', { values: VERIFICATION_STATUSES, ...present }),
  ],
  ['is_enriched', row('boolean', 'is_enriched', present)],
  ['is_deleted', row('boolean', 'is_deleted', present)],
  ['company.id', row('id', 'company.id', unsorted)],
  ['company.name', row('text', 'folded.company_name')],
  ['company.domain', row('text', 'company.domain')],
  ['company.industry', row('text', 'folded.company_industry', unsorted)],
  ['company.employee_count', row('number', 'company.employee_count', unsorted)],
  ['company.revenue_band', row('text', 'folded.company_revenue_band', unsorted)],
  ['created_at', row('timestamp', 'created_at', present)],
  ['updated_at', row('timestamp', 'updated_at', present)],
  ['last_activity_at', row('timestamp', 'last_activity_at')],
]);

/** Fields that ask whether a contact belongs to something, and where its memberships are. */
export const MEMBERSHIPS: ReadonlyMap<string, string> = new Map([
  ['has_tag', 'tags'],
  ['in_segment', 'segment_ids'],
  ['in_campaign', 'campaign_ids'],
]);

/** How the values of a custom field are compared. */
export const CUSTOM_TYPES = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  dropdown: 'enumeration',
  multi_select: 'list',
} as const satisfies Record<string, FieldType>;

/** Where the stored value of a custom field is; of texts, its folded form. */
export function customPath(id: string, type: FieldType): string {
  return type === 'text' ? `folded.${id}` : `custom_fields.${id}`;
}
