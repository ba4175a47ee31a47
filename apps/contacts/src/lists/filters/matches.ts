import { foldCase } from '../../contact-records/text-keys.ts';
import type { Comparison, Condition, Test } from './condition.ts';

/** A contact as conditions see it: its public members, and what it belongs to. Absent members have no value. */
export type Subject = Readonly<Record<string, unknown>>;

/** Tells whether a contact meets a condition, by the same rules as the query that is made of it. */
export function matches(subject: Subject, condition: Condition): boolean {
  if (condition.kind === 'comparison') return compares(subject, condition) !== condition.isNegated;
  const { logic, members, isNegated } = condition;
  const isMet =
    logic === 'AND'
      ? members.every((member) => matches(subject, member))
      : members.length > 0 && members.some((member) => matches(subject, member));
  return isMet !== isNegated;
}

function compares(subject: Subject, { field, test, values }: Comparison): boolean {
  const value = valueAt(subject, field.name);
  if (Array.isArray(value)) {
    return test === 'empty' ? value.length === 0 : values.some((wanted) => value.includes(wanted));
  }
  if (value === null || value === undefined) return test === 'empty';
  const isFolded = field.type === 'text' || field.type === 'id';
  const found = comparable(value);
  return TESTS[test](isFolded ? foldCase(String(found)) : found, values.map(comparable));
}

function valueAt(subject: Subject, name: string): unknown {
  const dot = name.indexOf('.');
  if (dot === -1) return subject[name];
  const part = subject[name.slice(0, dot)];
  const member = name.slice(dot + 1);
  return typeof part === 'object' && part !== null && Object.hasOwn(part, member)
    ? Reflect.get(part, member)
    : undefined;
}

type Plain = string | number | boolean;

function comparable(value: unknown): Plain {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : '';
}

const TESTS: Readonly<Record<Test, (value: Plain, wanted: readonly Plain[]) => boolean>> = {
  one_of: (value, wanted) => wanted.includes(value),
  contains: (value, wanted) => wanted.some((part) => String(value).includes(String(part))),
  starts_with: (value, wanted) => wanted.some((part) => String(value).startsWith(String(part))),
  ends_with: (value, wanted) => wanted.some((part) => String(value).endsWith(String(part))),
  greater: (value, wanted) => wanted.some((bound) => value > bound),
  greater_or_equal: (value, wanted) => wanted.some((bound) => value >= bound),
  less: (value, wanted) => wanted.some((bound) => value < bound),
  less_or_equal: (value, wanted) => wanted.some((bound) => value <= bound),
  empty: () => false,
};
