import { FILTERS_MAX } from '@outreach/contracts-contacts';
import { AppError, type FieldError } from '@outreach/errors';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import { ALWAYS, NEVER, type Condition, type FieldRef, type FiltersLogic, type Group } from './condition.ts';
import { CUSTOM_TYPES, customPath, FIELDS, MEMBERSHIPS } from './field-table.ts';
import { isOperator, OPERATORS, OPERATORS_OF, type Operator } from './operators.ts';
import { parseValues } from './parse-value.ts';

const ERRORS_MAX = 50;
const CUSTOM_PREFIX = 'custom_fields.';

/** A filter as a client writes it. */
export interface Filter {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
}

/** The filter that asks for one of some values; of none, no filter. */
export function anyOf(field: string, values: readonly string[]): Filter[] {
  return values.length === 0 ? [] : [{ field, op: 'in', value: values }];
}

/** What the names in filters stand for in the workspace. */
export interface FilterNames {
  readonly customFields: ReadonlyMap<string, Pick<CustomField, 'id' | 'field_type'>>;
  /** By id, what a contact of the segment meets; undefined where segments may not be named at all. */
  readonly segments: ReadonlyMap<string, Condition> | undefined;
  readonly campaignIds: ReadonlySet<string>;
}

/** A filter in its type, or the member of it that is wrong and why. */
type Parsed = Condition | { readonly part: 'field' | 'op' | 'value'; readonly message: string };

/** @throws AppError invalid_argument naming `filters[i].field`, `.op` or `.value` of each wrong one. */
export function parseFilters(filters: readonly Filter[], logic: FiltersLogic, names: FilterNames): Group {
  return joined(logic, parseConditions(filters, names, { member: 'filters', countMax: FILTERS_MAX }));
}

/** The member of a request that holds the filters, and how many it takes. */
export interface FilterList {
  readonly member: string;
  readonly countMax: number;
}

/** Each filter by itself. @throws AppError invalid_argument naming `<member>[i].field`, `.op` or `.value`. */
export function parseConditions(
  filters: readonly Filter[],
  names: FilterNames,
  { member, countMax }: FilterList,
): readonly Condition[] {
  if (filters.length > countMax) throw refusal([problem(member, `must be at most ${countMax} items long`)]);
  const parsed = filters.map((filter) => parseFilter(filter, names));
  const errors = parsed.flatMap((result, index) =>
    'part' in result ? [problem(`${member}[${index}].${result.part}`, result.message)] : [],
  );
  if (errors.length > 0) throw refusal(errors);
  return parsed.filter((result): result is Condition => !('part' in result));
}

/**
 * Filters that were right when they were stored. One whose custom field is gone, or has come back as another type,
 * sees contacts without a value.
 */
export function parseStoredFilters(
  filters: readonly Filter[],
  logic: FiltersLogic,
  names: FilterNames,
): Group {
  const members = filters.map((filter) => {
    const parsed = parseFilter(filter, names);
    return 'part' in parsed ? asAbsent(filter.op) : parsed;
  });
  return joined(logic, members);
}

/** No filter at all means every contact, however none are joined. */
function joined(logic: FiltersLogic, members: readonly Condition[]): Group {
  return { kind: 'group', logic: members.length === 0 ? 'AND' : logic, members, isNegated: false };
}

function asAbsent(op: string): Condition {
  return op === 'ne' || op === 'not_in' || op === 'is_empty' ? ALWAYS : NEVER;
}

function problem(field: string, message: string): FieldError {
  return { field, message };
}

function refusal(errors: readonly FieldError[]): AppError {
  const { field, message } = errors[0] ?? problem('filters', 'must be valid');
  return new AppError('invalid_argument', `${field} ${message}.`, {
    field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}

interface KnownField extends FieldRef {
  readonly values?: readonly string[];
  readonly membership?: string;
}

function parseFilter({ field: name, op, value }: Filter, names: FilterNames): Parsed {
  const field = findField(name, names);
  if (field === undefined) return { part: 'field', message: 'is no field that filters know' };
  const operators = OPERATORS_OF[field.membership === undefined ? field.type : 'membership'];
  if (!isOperator(op) || !operators.includes(op)) {
    return { part: 'op', message: `must be one of ${operators.join(', ')}` };
  }
  return compare(field, { op, value }, names);
}

function compare(
  field: KnownField,
  { op, value }: { readonly op: Operator; readonly value: unknown },
  names: FilterNames,
): Parsed {
  const { test, isNegated, takes } = OPERATORS[op];
  const { name, type, path, membership } = field;
  const values = takes === 'nothing' ? [] : parseValues(value, { ...field, isList: takes === 'many' });
  if ('wanted' in values) return { part: 'value', message: `must be ${values.wanted}` };
  if (membership === 'in_segment') return inSegment(values.map(String), { isNegated, test }, names);
  if (membership === 'in_campaign' && values.some((id) => !names.campaignIds.has(String(id)))) {
    return { part: 'value', message: 'must be a campaign of this workspace' };
  }
  // A list contains a text when one of its members is that text.
  const asked = type === 'list' && test === 'contains' ? 'one_of' : test;
  return { kind: 'comparison', field: { name, type, path }, test: asked, values, isNegated };
}

function findField(name: string, names: FilterNames): KnownField | undefined {
  const row = FIELDS.get(name);
  if (row !== undefined) return { ...row, name };
  if (name === 'in_segment' && names.segments === undefined) return undefined;
  const list = MEMBERSHIPS.get(name);
  if (list !== undefined) return { name: list, path: list, type: 'list', membership: name };
  const custom = name.startsWith(CUSTOM_PREFIX)
    ? names.customFields.get(name.slice(CUSTOM_PREFIX.length))
    : undefined;
  if (custom === undefined) return undefined;
  const type = CUSTOM_TYPES[custom.field_type];
  return { name, type, path: customPath(custom.id, type) };
}

/** Membership of nothing means of no segment that there is. */
function inSegment(
  ids: readonly string[],
  { isNegated, test }: { readonly isNegated: boolean; readonly test: string },
  { segments = new Map() }: FilterNames,
): Parsed {
  const isEmptiness = test === 'empty';
  const wanted = isEmptiness ? [...segments.values()] : ids.map((id) => segments.get(id));
  const members = wanted.filter((condition) => condition !== undefined);
  if (members.length < wanted.length) {
    return { part: 'value', message: 'must be a segment of this workspace' };
  }
  return { kind: 'group', logic: 'OR', members, isNegated: isEmptiness !== isNegated };
}
