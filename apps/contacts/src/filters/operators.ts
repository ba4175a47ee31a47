import type { FieldType, Test } from './condition.ts';

export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'not_in'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'is_empty'
  | 'is_not_empty';

interface OperatorDefinition {
  readonly test: Test;
  readonly isNegated: boolean;
  /** The number of values. */
  readonly takes: 'one' | 'many' | 'nothing';
}

const one = (test: Test, isNegated = false): OperatorDefinition => ({ test, isNegated, takes: 'one' });

/** The test of each operator. Negated operators also match contacts without a value. */
export const OPERATORS: Readonly<Record<Operator, OperatorDefinition>> = {
  eq: one('one_of'),
  ne: one('one_of', true),
  gt: one('greater'),
  gte: one('greater_or_equal'),
  lt: one('less'),
  lte: one('less_or_equal'),
  in: { test: 'one_of', isNegated: false, takes: 'many' },
  not_in: { test: 'one_of', isNegated: true, takes: 'many' },
  contains: one('contains'),
  starts_with: one('starts_with'),
  ends_with: one('ends_with'),
  is_empty: { test: 'empty', isNegated: false, takes: 'nothing' },
  is_not_empty: { test: 'empty', isNegated: true, takes: 'nothing' },
};

const EMPTINESS = ['is_empty', 'is_not_empty'] as const;
const EQUALITY = ['eq', 'ne', 'in', 'not_in', ...EMPTINESS] as const;
const ORDERED = ['gt', 'gte', 'lt', 'lte', ...EQUALITY] as const;
const TEXT = ['contains', 'starts_with', 'ends_with', ...EQUALITY] as const;

/** The operators of each type. */
export const OPERATORS_OF: Readonly<Record<FieldType | 'membership', readonly Operator[]>> = {
  text: TEXT,
  id: TEXT,
  enumeration: EQUALITY,
  number: ORDERED,
  date: ORDERED,
  timestamp: ORDERED,
  boolean: ['eq', 'ne', ...EMPTINESS],
  list: ['contains', 'in', 'not_in', ...EMPTINESS],
  membership: EQUALITY,
};

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}
