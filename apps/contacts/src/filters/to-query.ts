import { gradeOf, SCORES } from '../lead-score/index.ts';
import type { Query } from '../contact-store/index.ts';
import type { Comparison, Condition, Group, Scalar, Test } from './condition.ts';
import { matches } from './matches.ts';

const EVERYTHING: Query = {};
const NOTHING: Query = { _id: { $in: [] } };

const BOUNDS: ReadonlyMap<Test, string> = new Map([
  ['greater', '$gt'],
  ['greater_or_equal', '$gte'],
  ['less', '$lt'],
  ['less_or_equal', '$lte'],
]);

/** The query for the contacts that meet a condition. */
export function toQuery(condition: Condition): Query {
  return condition.kind === 'group' ? groupQuery(condition) : comparisonQuery(condition);
}

/** The query for contacts with a word that starts with the token, for each of the tokens. */
export function tokensQuery(tokens: readonly string[]): Query {
  return and(tokens.map((token) => ({ tokens: { $regex: `^${token}` } })));
}

/** The query for contacts that match all of the queries. */
export function and(queries: readonly Query[]): Query {
  const narrowing = queries.filter((query) => query !== EVERYTHING);
  const [only] = narrowing;
  if (narrowing.length <= 1) return only ?? EVERYTHING;
  return narrowing.includes(NOTHING) ? NOTHING : { $and: narrowing };
}

/** MongoDB merges up to 200 index ranges in sort order; an `is_deleted` filter on both values doubles their number. */
const MERGED_RANGES_MAX = 100;

/** The paths for which the condition lists the possible values: an index can look them up one by one. */
export function equalityPathsOf(condition: Condition): string[] {
  if (condition.kind === 'comparison') return equalityPathOf(condition);
  const { logic, conditions, isNegated } = condition;
  const isEach = !isNegated && (logic === 'AND' || conditions.length === 1);
  return isEach ? [...new Set(conditions.flatMap(equalityPathsOf))] : [];
}

function equalityPathOf(comparison: Comparison): string[] {
  const { field, test, values, isNegated } = comparison;
  if (isOfScore(comparison)) return scoresOf(comparison).length <= MERGED_RANGES_MAX ? ['lead_score'] : [];
  return test === 'one_of' && !isNegated && values.length <= MERGED_RANGES_MAX ? [field.path] : [];
}

function isOfScore({ field }: Comparison): boolean {
  return field.name === 'lead_score' || field.name === 'grade';
}

function groupQuery({ logic, conditions, isNegated }: Group): Query {
  const queries = conditions.map(toQuery);
  const query = logic === 'AND' ? and(queries) : or(queries);
  return isNegated ? not(query) : query;
}

function or(queries: readonly Query[]): Query {
  const matching = queries.filter((query) => query !== NOTHING);
  const [only] = matching;
  if (matching.length <= 1) return only ?? NOTHING;
  return matching.includes(EVERYTHING) ? EVERYTHING : { $or: matching };
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
 * Scores are whole numbers from 0 to 100, and a grade is a range of scores. A list of single scores lets the index
 * return matches in the order of its next keys; a range would have to be sorted.
 */
function scoreQuery(comparison: Comparison): Query {
  const points = scoresOf(comparison);
  return points.length === SCORES.length ? EVERYTHING : oneOf('lead_score', points, false);
}

function scoresOf(comparison: Comparison): number[] {
  return SCORES.filter((score) => matches({ lead_score: score, grade: gradeOf(score) }, comparison));
}

/** The stored form of an id: ids in filters may have any case. */
function toId(value: Scalar): string {
  const [prefix = '', ...rest] = String(value).split('_');
  return [prefix.toLowerCase(), ...rest.map((part) => part.toUpperCase())].join('_');
}

function patternOf(test: Test, text: string): string {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/#-]/g, String.raw`\$&`);
  if (test === 'starts_with') return `^${literal}`;
  return test === 'ends_with' ? String.raw`${literal}\z` : literal;
}
