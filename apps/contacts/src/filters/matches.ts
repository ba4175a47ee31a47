import { toComparable } from '@outreach/values';
import type { Comparison, Condition, Test } from './condition.ts';

/** A contact for conditions: its public fields and its memberships. Absent fields have no value. */
export type Subject = object;

/** Evaluates a condition on a contact in memory, by the same rules as the query of `toQuery`. */
export function matches(subject: Subject, condition: Condition): boolean {
  if (condition.kind === 'comparison') return compares(subject, condition) !== condition.isNegated;
  const { logic, conditions, isNegated } = condition;
  const isMet =
    logic === 'AND'
      ? conditions.every((inner) => matches(subject, inner))
      : conditions.length > 0 && conditions.some((inner) => matches(subject, inner));
  return isMet !== isNegated;
}

function compares(subject: Subject, { field, test, values }: Comparison): boolean {
  const value = valueAt(subject, field.name);
  if (Array.isArray(value)) {
    return test === 'empty' ? value.length === 0 : values.some((wanted) => value.includes(wanted));
  }
  if (value === null || value === undefined) return test === 'empty';
  const isText = field.type === 'text' || field.type === 'id';
  const found = toPlain(value);
  return TESTS[test](isText ? toComparable(String(found)) : found, values.map(toPlain));
}

function valueAt(subject: Subject, name: string): unknown {
  const dot = name.indexOf('.');
  if (dot === -1) return Reflect.get(subject, name);
  const parent: unknown = Reflect.get(subject, name.slice(0, dot));
  const field = name.slice(dot + 1);
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, field)
    ? Reflect.get(parent, field)
    : undefined;
}

type Plain = string | number | boolean;

function toPlain(value: unknown): Plain {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : '';
}

const TESTS: Readonly<Record<Test, (value: Plain, wanted: readonly Plain[]) => boolean>> = {
  one_of: (value, wanted) => wanted.includes(value),
  contains: (value, wanted) => wanted.some((text) => String(value).includes(String(text))),
  starts_with: (value, wanted) => wanted.some((text) => String(value).startsWith(String(text))),
  ends_with: (value, wanted) => wanted.some((text) => String(value).endsWith(String(text))),
  greater: (value, wanted) => wanted.some((bound) => value > bound),
  greater_or_equal: (value, wanted) => wanted.some((bound) => value >= bound),
  less: (value, wanted) => wanted.some((bound) => value < bound),
  less_or_equal: (value, wanted) => wanted.some((bound) => value <= bound),
  empty: () => false,
};
