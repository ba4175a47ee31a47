import { gradeOf, SCORES } from '../../contact-records/lead-score.ts';
import type { Comparison, Condition, Group, Scalar, Test } from './condition.ts';
import { matches } from './matches.ts';

/** A MongoDB query as plain data. */
export type Query = Readonly<Record<string, unknown>>;

const EVERYTHING: Query = {};
const NOTHING: Query = { _id: { $in: [] } };

const BOUNDS: ReadonlyMap<Test, string> = new Map([
  ['greater', '$gt'],
  ['greater_or_equal', '$gte'],
  ['less', '$lt'],
  ['less_or_equal', '$lte'],
]);

/** The query that finds the contacts which meet a condition. */
export function toQuery(condition: Condition): Query {
  return condition.kind === 'group' ? groupQuery(condition) : comparisonQuery(condition);
}

/** Words that begin with each of the tokens. */
export function tokensQuery(tokens: readonly string[]): Query {
  return and(tokens.map((token) => ({ tokens: { $regex: `^${token}` } })));
}

/** What several queries find together. */
export function and(queries: readonly Query[]): Query {
  const telling = queries.filter((query) => query !== EVERYTHING);
  const [only] = telling;
  if (telling.length <= 1) return only ?? EVERYTHING;
  return telling.includes(NOTHING) ? NOTHING : { $and: telling };
}

/** So many ranges of an index MongoDB merges into one order; beyond 200 it sorts them. */
const MERGED_RANGES_MAX = 100;

/** The paths on which every match has one of some values: an index may be asked for them, one by one. */
export function anchorsOf(condition: Condition): string[] {
  if (condition.kind === 'comparison') return anchorOf(condition);
  const { logic, members, isNegated } = condition;
  const isEach = !isNegated && (logic === 'AND' || members.length === 1);
  return isEach ? [...new Set(members.flatMap(anchorsOf))] : [];
}

function anchorOf(comparison: Comparison): string[] {
  const { field, test, values, isNegated } = comparison;
  if (isOfScore(comparison)) return scoresOf(comparison).length <= MERGED_RANGES_MAX ? ['lead_score'] : [];
  return test === 'one_of' && !isNegated && values.length <= MERGED_RANGES_MAX ? [field.path] : [];
}

function isOfScore({ field }: Comparison): boolean {
  return field.name === 'lead_score' || field.name === 'grade';
}

function groupQuery({ logic, members, isNegated }: Group): Query {
  const queries = members.map(toQuery);
  const query = logic === 'AND' ? and(queries) : or(queries);
  return isNegated ? not(query) : query;
}

function or(queries: readonly Query[]): Query {
  const telling = queries.filter((query) => query !== NOTHING);
  const [only] = telling;
  if (telling.length <= 1) return only ?? NOTHING;
  return telling.includes(EVERYTHING) ? EVERYTHING : { $or: telling };
}

function not(query: Query): Query {
  if (query === EVERYTHING) return NOTHING;
  return query === NOTHING ? EVERYTHING : { $nor: [query] };
}

function comparisonQuery(comparison: Comparison): Query {
  const { field, test, values, isNegated } = comparison;
  if (isOfScore(comparison)) return scoreQuery(comparison);
  const { path, type } = field;
  if (test === 'one_of') return oneOf(path, type === 'id' ? values.map(toId) : values, isNegated);
  if (test === 'empty') {
    const nothing = type === 'list' ? [null, []] : [null];
    return oneOf(path, nothing, isNegated);
  }
  const [value = ''] = values;
  const bound = BOUNDS.get(test);
  const query =
    bound !== undefined
      ? { [path]: { [bound]: value } }
      : { [path]: { $regex: patternOf(test, String(value)), ...(type === 'id' ? { $options: 'i' } : {}) } };
  return isNegated ? not(query) : query;
}

function oneOf(path: string, values: readonly unknown[], isNegated: boolean): Query {
  if (values.length === 0) return isNegated ? EVERYTHING : NOTHING;
  if (values.length > 1) return { [path]: { [isNegated ? '$nin' : '$in']: values } };
  return { [path]: { [isNegated ? '$ne' : '$eq']: values[0] } };
}

/**
 * Scores are whole numbers from 0 to 100, and a grade is a range of them: named one by one, an index on the score
 * gives them in any order that follows in it, where a range would have to be sorted.
 */
function scoreQuery(comparison: Comparison): Query {
  const points = scoresOf(comparison);
  return points.length === SCORES.length ? EVERYTHING : oneOf('lead_score', points, false);
}

function scoresOf(comparison: Comparison): number[] {
  return SCORES.filter((score) => matches({ lead_score: score, grade: gradeOf(score) }, comparison));
}

/** Ids are compared without case, but lie in the database as they are made. */
function toId(value: Scalar): string {
  const [prefix = '', ...rest] = String(value).split('_');
  return [prefix.toLowerCase(), ...rest.map((part) => part.toUpperCase())].join('_');
}

function patternOf(test: Test, text: string): string {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/#-]/g, String.raw`\$&`);
  if (test === 'starts_with') return `^${literal}`;
  return test === 'ends_with' ? String.raw`${literal}\z` : literal;
}
