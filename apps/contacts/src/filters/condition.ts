import type { FILTERS_LOGICS } from '@outreach/contracts-contacts/enumerations';
/** How values of a field are compared and stored. */
export type FieldType = 'text' | 'id' | 'enumeration' | 'number' | 'date' | 'timestamp' | 'boolean' | 'list';

/** A field in a condition. */
export interface FieldRef {
  /** Path in a contact: `company.name`, `custom_fields.plan`. */
  readonly name: string;
  readonly type: FieldType;
  /** Path in a document; for texts, the path of the form for comparison. */
  readonly path: string;
}

export type Scalar = string | number | boolean | Date;

/** The kinds of comparisons; all operators are these or their negations. On lists, `one_of` requires a common item. */
export type Test =
  | 'one_of'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'greater'
  | 'greater_or_equal'
  | 'less'
  | 'less_or_equal'
  | 'empty';

export interface Comparison {
  readonly kind: 'comparison';
  readonly field: FieldRef;
  readonly test: Test;
  /** Texts are in the form for comparison. */
  readonly values: readonly Scalar[];
  readonly isNegated: boolean;
}

export interface Group {
  readonly kind: 'group';
  readonly logic: FiltersLogic;
  readonly conditions: readonly Condition[];
  readonly isNegated: boolean;
}

export type FiltersLogic = (typeof FILTERS_LOGICS)[number];

/** A validated filter: its fields exist, its operators fit their types, its values have the right types. */
export type Condition = Comparison | Group;

export function allOf(conditions: readonly Condition[]): Group {
  return { kind: 'group', logic: 'AND', conditions, isNegated: false };
}

/** The condition that every contact meets. */
export const ALWAYS: Condition = allOf([]);
/** The condition that no contact meets. */
export const NEVER: Condition = { ...allOf([]), isNegated: true };

export function isAlways(condition: Condition): boolean {
  return (
    condition.kind === 'group' &&
    condition.logic === 'AND' &&
    condition.conditions.length === 0 &&
    !condition.isNegated
  );
}

/** All comparisons of a condition, including the comparisons of inner groups. */
export function comparisonsOf(condition: Condition): Comparison[] {
  return condition.kind === 'comparison' ? [condition] : condition.conditions.flatMap(comparisonsOf);
}
