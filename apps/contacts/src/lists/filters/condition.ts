/** How values of a field are compared and kept. */
export type FieldType = 'text' | 'id' | 'enumeration' | 'number' | 'date' | 'timestamp' | 'boolean' | 'list';

/** A field as a condition names it. */
export interface FieldRef {
  /** Its place in a contact: `company.name`, `custom_fields.plan`. */
  readonly name: string;
  readonly type: FieldType;
  /** Its place in a stored document; of texts, the place of the folded form. */
  readonly path: string;
}

export type Scalar = string | number | boolean | Date;

/** What a comparison asks; everything else is one of these negated. On lists, `one_of` asks for a common member. */
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
  /** Texts are folded already. */
  readonly values: readonly Scalar[];
  readonly isNegated: boolean;
}

export interface Group {
  readonly kind: 'group';
  readonly logic: FiltersLogic;
  readonly members: readonly Condition[];
  readonly isNegated: boolean;
}

export type FiltersLogic = 'AND' | 'OR';

/** A checked filter: fields exist, operators fit their types, values have them. */
export type Condition = Comparison | Group;

export function allOf(members: readonly Condition[]): Group {
  return { kind: 'group', logic: 'AND', members, isNegated: false };
}

/** The condition that every contact meets, and the one that none does. */
export const ALWAYS: Condition = allOf([]);
export const NEVER: Condition = { ...allOf([]), isNegated: true };

export function isAlways(condition: Condition): boolean {
  return (
    condition.kind === 'group' &&
    condition.logic === 'AND' &&
    condition.members.length === 0 &&
    !condition.isNegated
  );
}

/** Every comparison in a condition, groups opened. */
export function comparisonsOf(condition: Condition): Comparison[] {
  return condition.kind === 'comparison' ? [condition] : condition.members.flatMap(comparisonsOf);
}
