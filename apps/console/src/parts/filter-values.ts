import type { Schema } from '@outreach/client';

type Filter = Schema<'Filter'>;
type StoredFilter = Pick<Filter, 'field' | 'op'> & { readonly value?: unknown };

/** A filter as a form has it: the value is a text. */
export interface FilterDraft {
  readonly field: string;
  readonly op: Filter['op'];
  readonly value: string;
  /** The stored filter with its text. A value that was not changed stays as it is: it may contain commas. */
  readonly stored?: { readonly filter: StoredFilter; readonly text: string };
}

/** The operators of the API, in words. */
export const OPERATORS = {
  eq: 'Is',
  ne: 'Is not',
  gt: 'More than',
  gte: 'At least',
  lt: 'Less than',
  lte: 'At most',
  in: 'One of',
  not_in: 'None of',
  contains: 'Contains',
  starts_with: 'Starts with',
  ends_with: 'Ends with',
  is_empty: 'Is empty',
  is_not_empty: 'Is not empty',
} as const satisfies Record<Filter['op'], string>;

/** Operators without a value. */
const EMPTINESS: readonly Filter['op'][] = ['is_empty', 'is_not_empty'];
/** Operators with a list of values. */
const LISTS: readonly Filter['op'][] = ['in', 'not_in'];

/** What the value of an operator is. */
export function valueShape(op: Filter['op']): 'none' | 'one' | 'list' {
  if (EMPTINESS.includes(op)) return 'none';
  return LISTS.includes(op) ? 'list' : 'one';
}

/** Fields that are offered; others can be typed. */
export const FIELDS: readonly string[] = [
  'title',
  'seniority',
  'department',
  'country',
  'city',
  'email',
  'mail_provider',
  'verification_status',
  'lead_source',
  'is_enriched',
  'has_tag',
  'company.name',
  'company.domain',
  'company.industry',
  'company.employee_count',
  'company.revenue_band',
];

export type ValueType = 'text' | 'number' | 'boolean';
const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['lead_score', 'number'],
  ['company.employee_count', 'number'],
  ['is_enriched', 'boolean'],
  ['is_deleted', 'boolean'],
]);

/** The types of custom fields by their names in filters. */
export function customTypesOf(fields: readonly Schema<'CustomField'>[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, field_type }) => [`custom_fields.${name}`, field_type]));
}

/** The type of the values of a field; custom fields come from the workspace. */
export function valueType(field: string, customTypes: ReadonlyMap<string, string>): ValueType {
  const custom = customTypes.get(field);
  return custom === 'number' || custom === 'boolean' ? custom : (TYPES.get(field) ?? 'text');
}

/** The filter of a draft. A text that does not fit stays a text, which the API refuses with a reason. */
export function toFilter({ field, op, value, stored }: FilterDraft, type: ValueType): Filter {
  const shape = valueShape(op);
  if (shape === 'none') return { field, op };
  if (stored?.text === value && stored.filter.field === field && valueShape(stored.filter.op) === shape)
    return { field, op, value: stored.filter.value };
  const items = shape === 'list' ? value.split(',').map((item) => item.trim()) : [value.trim()];
  const typed = items.filter((item) => item !== '').map((item) => toValue(item, type));
  return { field, op, value: shape === 'list' ? typed : (typed[0] ?? '') };
}

/** The draft of a stored filter. */
export function toFilterDraft({ field, op, value }: StoredFilter): FilterDraft {
  const items = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  const text = items.map(String).join(', ');
  return { field, op, value: text, stored: { filter: { field, op, value }, text } };
}

/** A stored filter in words: `title contains growth`. */
export function describeFilter(filter: StoredFilter): string {
  const { field, op, value } = toFilterDraft(filter);
  return `${field} ${OPERATORS[op].toLowerCase()} ${value}`.trim();
}

/** Why a filter is not complete, by its part; null if it is. */
export const incomplete = {
  field: (field: string): string | null => (field === '' ? 'Choose a field.' : null),
  value: (value: string, op: Filter['op'] | undefined): string | null =>
    value.trim() === '' && op !== undefined && valueShape(op) !== 'none' ? 'Enter a value.' : null,
};

function toValue(text: string, type: ValueType): unknown {
  if (type === 'number' && text !== '' && !Number.isNaN(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
