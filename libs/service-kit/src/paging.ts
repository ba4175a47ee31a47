/** What a list is asked for. */
export interface PageRequest {
  /** 0 for the default size. */
  readonly pageSize: number;
  /** Empty for the first page. */
  readonly cursor: string;
}

/** A page as lists answer it, before it goes on the wire. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
  readonly hasMore: boolean;
}
