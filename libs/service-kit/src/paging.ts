/** The page that a caller requests. */
export interface PageRequest {
  /** 0 for the default size. */
  readonly pageSize: number;
  /** Empty for the first page. */
  readonly cursor: string;
}

/** A page of a list. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
  readonly hasMore: boolean;
}
