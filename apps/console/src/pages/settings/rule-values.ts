import type { Profile, Rule } from '../../data/scoring.ts';

/** A rule as a form has it: the value is a text. */
export interface RuleDraft {
  readonly field: string;
  readonly op: Rule['op'];
  readonly value: string;
  readonly points: number;
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
} as const satisfies Record<Rule['op'], string>;

/** Operators without a value. */
export const EMPTINESS: readonly Rule['op'][] = ['is_empty', 'is_not_empty'];
/** Operators with a list of values. */
export const LISTS: readonly Rule['op'][] = ['in', 'not_in'];

/** Fields that are offered; others can be typed. */
export const FIELDS = [
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
const FIT_MAX = 100;

/** The type of the values of a field; custom fields come from the workspace. */
export function valueType(field: string, customTypes: ReadonlyMap<string, string>): ValueType {
  const custom = customTypes.get(field);
  return custom === 'number' || custom === 'boolean' ? custom : (TYPES.get(field) ?? 'text');
}

/** The rule of a draft. A text that does not fit stays a text, which the API refuses with a reason. */
export function toRule({ field, op, value, points }: RuleDraft, type: ValueType): Rule {
  if (EMPTINESS.includes(op)) return { field, op, points };
  const items = LISTS.includes(op) ? value.split(',').map((item) => item.trim()) : [value.trim()];
  const typed = items.filter((item) => item !== '').map((item) => toValue(item, type));
  return { field, op, points, value: LISTS.includes(op) ? typed : (typed[0] ?? '') };
}

/** The draft of a stored rule. */
export function toDraft({ field, op, value, points }: Rule): RuleDraft {
  const items = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return { field, op, points, value: items.map(String).join(', ') };
}

/** The points of the rules that are met, from 0 to 100. */
export function fitOf(rules: readonly Pick<Rule, 'points'>[], met: readonly boolean[]): number {
  const sum = rules.reduce((total, { points }, index) => total + (met[index] === true ? points : 0), 0);
  return Math.min(Math.max(sum, 0), FIT_MAX);
}

/** The tier of a fit. */
export function tierOf(fit: number, { A, B, C }: Profile['tier_thresholds']): 'A' | 'B' | 'C' | 'D' {
  if (fit >= A) return 'A';
  if (fit >= B) return 'B';
  return fit >= C ? 'C' : 'D';
}

function toValue(text: string, type: ValueType): unknown {
  if (type === 'number' && text !== '' && !Number.isNaN(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
