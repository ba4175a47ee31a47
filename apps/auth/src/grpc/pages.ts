import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import type { PageQuery } from '../domain/ports.ts';

/** An absent page is the first one of the default size. */
export function fromPage(page: PageRequest | undefined): PageQuery {
  return { pageSize: page?.page_size ?? 0, cursor: page?.cursor ?? '' };
}

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
