import type { IndexHints, Query } from '../contact-store/index.ts';
import type { Condition } from './condition.ts';
import { and, equalityPathsOf, toQuery, tokensQuery } from './to-query.ts';

export interface Criteria {
  readonly condition: Condition;
  /** Word prefixes; a match contains all of them. */
  readonly tokens?: readonly string[];
  readonly includeDeleted?: boolean;
}

/** The query of a search. It always names the deletion flag, because every index starts with it. */
export function queryOf({ condition, tokens = [], includeDeleted = false }: Criteria): Query {
  const flag: Query = { is_deleted: includeDeleted ? { $in: [false, true] } : false };
  const narrowing = and([toQuery(condition), tokensQuery(tokens)]);
  return Object.keys(narrowing).length === 0 ? flag : { $and: [flag, narrowing] };
}

export function indexHintsOf({ condition, tokens = [], includeDeleted = false }: Criteria): IndexHints {
  // With deleted contacts an index would have to merge twice as many ranges.
  return {
    equalityPaths: includeDeleted ? [] : equalityPathsOf(condition),
    hasWords: tokens.length > 0,
    includesDeleted: includeDeleted,
  };
}
