import {
  DEPARTMENTS,
  GRADES,
  ICP_TIERS,
  LEAD_SOURCES,
  MAIL_PROVIDERS,
  SENIORITIES,
  VERIFICATION_STATUSES,
} from '@outreach/contracts-contacts';
import type { FieldType } from './condition.ts';

export interface FieldDefinition {
  readonly type: FieldType;
  readonly path: string;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  readonly isSortable: boolean;
  /** False for fields that every contact has. */
  readonly isNullable: boolean;
}

const field = (type: FieldType, path: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  type,
  path,
  isSortable: true,
  isNullable: true,
  ...more,
});
const required = { isNullable: false };
const unsortable = { isSortable: false };

/** The fields of filters and sorts, except custom fields and memberships, with their paths in a document. */
export const FIELDS: ReadonlyMap<string, FieldDefinition> = new Map([
  ['id', field('id', '_id', required)],
  ['workspace_id', field('id', 'workspace_id', required)],
  ['email', field('text', 'email', required)],
  ['first_name', field('text', 'comparable.first_name')],
  ['last_name', field('text', 'comparable.last_name')],
  ['full_name', field('text', 'comparable.full_name')],
  ['title', field('text', 'comparable.title')],
  ['seniority', field('enumeration', 'seniority', { values: SENIORITIES })],
  ['department', field('enumeration', 'department', { values: DEPARTMENTS })],
  ['phone', field('text', 'comparable.phone')],
  ['mobile', field('text', 'comparable.mobile')],
  ['linkedin_url', field('text', 'comparable.linkedin_url')],
  ['city', field('text', 'comparable.city')],
  ['state', field('text', 'comparable.state')],
  ['country', field('text', 'comparable.country')],
  ['time_zone', field('text', 'comparable.time_zone')],
  ['lead_source', field('enumeration', 'lead_source', { values: LEAD_SOURCES, ...required })],
  ['lead_score', field('number', 'lead_score', required)],
  ['icp_tier', field('enumeration', 'icp_tier', { values: ICP_TIERS, ...required })],
  ['grade', field('enumeration', 'grade', { values: GRADES, ...required })],
  ['tags', field('list', 'tags', unsortable)],
  [
    'verification_status',
    field('enumeration', 'verification_status', { values: VERIFICATION_STATUSES, ...required }),
  ],
  ['verified_at', field('timestamp', 'verified_at')],
  ['mail_provider', field('enumeration', 'mail_provider', { values: MAIL_PROVIDERS })],
  ['is_enriched', field('boolean', 'is_enriched', required)],
  ['is_deleted', field('boolean', 'is_deleted', required)],
  ['company.id', field('id', 'company.id', unsortable)],
  ['company.name', field('text', 'comparable.company_name')],
  ['company.domain', field('text', 'company.domain')],
  ['company.industry', field('text', 'comparable.company_industry', unsortable)],
  ['company.employee_count', field('number', 'company.employee_count', unsortable)],
  ['company.revenue_band', field('text', 'comparable.company_revenue_band', unsortable)],
  ['created_at', field('timestamp', 'created_at', required)],
  ['updated_at', field('timestamp', 'updated_at', required)],
  ['last_activity_at', field('timestamp', 'last_activity_at')],
]);

/** Filter fields for memberships, with the path of the list in a document. */
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

/** The path of a custom field's value in a document; for texts, the path of the form for comparison. */
export function customPath(id: string, type: FieldType): string {
  return type === 'text' ? `comparable.${id}` : `custom_fields.${id}`;
}
