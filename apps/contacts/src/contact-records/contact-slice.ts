import type { Contact } from './contact.ts';
import type { Query } from '../lists/filters/to-query.ts';

/** One key of a sort, where it lies in a document. Contacts without a value come last. */
export interface SortColumn {
  readonly path: string;
  readonly descending: boolean;
  readonly isNullable: boolean;
}

/** What is known of a query beyond itself, for the choice of an index. */
export interface Way {
  /** Paths on which every match has one of some values. */
  readonly anchors: readonly string[];
  readonly hasWords: boolean;
}

/** A part of a sorted list, from a place on. */
export interface SliceQuery extends Way {
  readonly query: Query;
  /** None when at most one contact can match. */
  readonly columns: readonly SortColumn[];
  readonly pageSize: number;
  /** As the slice before gave it. */
  readonly after: unknown;
  /** Known where words are searched: few matches are found by their words, many by walking the list. */
  readonly matchCount: number | undefined;
}

export interface Slice {
  readonly contacts: readonly Contact[];
  /** Plain data; undefined at the end of the list. */
  readonly next: unknown;
}

/** Opaque places in lists; each fits one workspace, list, sort and filter. */
export interface Places {
  seal(binding: PlaceBinding, place: unknown): string;
  /** @throws AppError invalid_argument on `cursor`. */
  open(binding: PlaceBinding, cursor: string): unknown;
}

export interface PlaceBinding {
  readonly list: string;
  readonly sort: string;
  readonly filter: string;
}

/** What filters found when they were last counted. */
export interface LastCounts {
  read(filter: string): number | undefined;
  write(filter: string, count: number): void;
}
