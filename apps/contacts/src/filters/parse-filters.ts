import { FILTERS_MAX } from '@outreach/contracts-contacts/filter-limits';
import { refuseWrong } from '../contact-model/index.ts';
import type { CustomField } from '../custom-fields/index.ts';
import { ALWAYS, NEVER, type Condition, type FieldRef, type FiltersLogic, type Group } from './condition.ts';
import { CUSTOM_TYPES, customPath, FIELDS, MEMBERSHIPS } from './field-table.ts';
import { isOperator, OPERATORS, OPERATORS_OF, type Operator } from './operators.ts';
import { parseValues } from './parse-value.ts';

const CUSTOM_PREFIX = 'custom_fields.';

/** A filter in a request, not validated. */
export interface Filter {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
}

/** The filter for any of the values; no filter if there are none. */
export function anyOf(field: string, values: readonly string[]): Filter[] {
  return values.length === 0 ? [] : [{ field, op: 'in', value: values }];
}

/** The records of the workspace that filters name. */
export interface FilterNames {
  readonly customFields: ReadonlyMap<string, Pick<CustomField, 'id' | 'field_type'>>;
  /** The condition of each named segment by its id; undefined where filters must not name segments. */
  readonly segments: ReadonlyMap<string, Condition> | undefined;
  readonly campaignIds: ReadonlySet<string>;
}

/** A condition, or the wrong field of the filter with the message. */
type Parsed = Condition | { readonly part: 'field' | 'op' | 'value'; readonly message: string };

/** @throws AppError invalid_argument naming `filters[i].field`, `.op` or `.value` of each wrong one. */
export function parseFilters(filters: readonly Filter[], logic: FiltersLogic, names: FilterNames): Group {
  return joined(logic, parseConditions(filters, names, { name: 'filters', countMax: FILTERS_MAX }));
}

/** One condition per filter of the request field `name`. @throws AppError invalid_argument naming `<name>[i].field`, `.op` or `.value`. */
export function parseConditions(
  filters: readonly Filter[],
  names: FilterNames,
  { name, countMax }: { readonly name: string; readonly countMax: number },
): readonly Condition[] {
  if (filters.length > countMax)
    refuseWrong([{ field: name, message: `must be at most ${countMax} items long` }]);
  const parsed = filters.map((filter) => parseFilter(filter, names));
  const errors = parsed.flatMap((result, index) =>
    'part' in result ? [{ field: `${name}[${index}].${result.part}`, message: result.message }] : [],
  );
  refuseWrong(errors);
  return parsed.filter((result): result is Condition => !('part' in result));
}

/**
 * The condition of filters that were valid when they were stored. A filter whose custom field was deleted, or created
 * again with another type, treats the field as empty.
 */
export function parseStoredFilters(
  filters: readonly Filter[],
  logic: FiltersLogic,
  names: FilterNames,
): Group {
  const conditions = filters.map((filter) => {
    const parsed = parseFilter(filter, names);
    return 'part' in parsed ? conditionOnEmpty(filter.op) : parsed;
  });
  return joined(logic, conditions);
}

/** Without filters every contact matches, also with OR. */
function joined(logic: FiltersLogic, conditions: readonly Condition[]): Group {
  return { kind: 'group', logic: conditions.length === 0 ? 'AND' : logic, conditions, isNegated: false };
}

function conditionOnEmpty(op: string): Condition {
  return op === 'ne' || op === 'not_in' || op === 'is_empty' ? ALWAYS : NEVER;
}

interface KnownField extends FieldRef {
  readonly values?: readonly string[];
  readonly membership?: string;
}

function parseFilter({ field: name, op, value }: Filter, names: FilterNames): Parsed {
  const field = findField(name, names);
  if (field === undefined) return { part: 'field', message: 'is not a filter field' };
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
  if ('expected' in values) return { part: 'value', message: `must be ${values.expected}` };
  if (membership === 'in_segment') return inSegment(values.map(String), { isNegated, test }, names);
  if (membership === 'in_campaign' && values.some((id) => !names.campaignIds.has(String(id)))) {
    return { part: 'value', message: 'must be a campaign of this workspace' };
  }
  // A list contains a text when one of its items is equal to it.
  const listTest = type === 'list' && test === 'contains' ? 'one_of' : test;
  return { kind: 'comparison', field: { name, type, path }, test: listTest, values, isNegated };
}

function findField(name: string, names: FilterNames): KnownField | undefined {
  const definition = FIELDS.get(name);
  if (definition !== undefined) return { ...definition, name };
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

/** `is_empty` means that the contact is in no segment of the workspace. */
function inSegment(
  ids: readonly string[],
  { isNegated, test }: { readonly isNegated: boolean; readonly test: string },
  { segments = new Map() }: FilterNames,
): Parsed {
  const isEmptiness = test === 'empty';
  const wanted = isEmptiness ? [...segments.values()] : ids.map((id) => segments.get(id));
  const conditions = wanted.filter((condition) => condition !== undefined);
  if (conditions.length < wanted.length) {
    return { part: 'value', message: 'must be a segment of this workspace' };
  }
  return { kind: 'group', logic: 'OR', conditions, isNegated: isEmptiness !== isNegated };
}
