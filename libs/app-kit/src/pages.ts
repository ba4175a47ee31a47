import type { PageMeta, PageRequest as PageMessage } from '@outreach/contracts-common';
import type { PageOf, PageRequest } from '@outreach/service-kit';

/** Converts a page message; an absent one requests the first page with the default size. */
export function fromPage(page: PageMessage | undefined): PageRequest {
  return { pageSize: page?.page_size ?? 0, cursor: page?.cursor ?? '' };
}

/** Converts a page without a total count. */
export function toMeta(page: Pick<PageOf<unknown>, 'nextCursor' | 'hasMore'>): PageMeta {
  return {
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
    total_count: undefined,
    total_count_estimated: false,
  };
}
