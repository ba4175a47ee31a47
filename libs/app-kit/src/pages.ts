import type { PageMeta, PageRequest } from '@outreach/contracts-common';

/** An absent page is the first one of the default size. */
export function fromPage(page: PageRequest | undefined): {
  readonly pageSize: number;
  readonly cursor: string;
} {
  return { pageSize: page?.page_size ?? 0, cursor: page?.cursor ?? '' };
}

/** The message about a page without a count. */
export function toMeta(page: {
  readonly nextCursor: string | undefined;
  readonly hasMore: boolean;
}): PageMeta {
  return {
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
    total_count: undefined,
    total_count_estimated: false,
  };
}
