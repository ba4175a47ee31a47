import type { Contact } from '../contact-model/index.ts';

/** A MongoDB query as plain data. */
export type Query = Readonly<Record<string, unknown>>;

/** One key of a sort by its path in a document. Contacts without a value come last. */
export interface SortColumn {
  readonly path: string;
  readonly descending: boolean;
  readonly isNullable: boolean;
}

/** Facts about a query that decide which index it uses. */
export interface IndexHints {
  /** Paths for which the query lists the possible values. */
  readonly equalityPaths: readonly string[];
  readonly hasWords: boolean;
  /** True when deleted contacts may match: several of them may have one address. */
  readonly includesDeleted: boolean;
}

/** A request for a part of a sorted list. */
export interface SliceQuery extends IndexHints {
  readonly query: Query;
  /** Empty when the query names one address and no deleted contacts match, so at most one contact matches. */
  readonly columns: readonly SortColumn[];
  readonly pageSize: number;
  /** `next` of the previous slice; undefined for the first one. */
  readonly after: unknown;
  /** Set for word searches: few matches are read by their words, many by walking the sort index. */
  readonly matchCount?: number | undefined;
}

export interface Slice {
  readonly contacts: readonly Contact[];
  /** Position after the last contact as plain data; undefined at the end of the list. */
  readonly next: unknown;
}

/** The order of an index, and a position in it stays valid: contacts never change their time of creation. */
export const OLDEST_FIRST: readonly SortColumn[] = [
  { path: 'created_at', descending: false, isNullable: false },
];
