import { keepPreviousData, useInfiniteQuery, type InfiniteData, type Query } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { refreshInterval } from './refresh-interval.ts';

export const PAGE_SIZE = 100;

/** A page of a list of the API. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null; readonly total_count?: number };
}

/** A list as views read it. */
export interface ListState<Item> {
  readonly items: readonly Item[];
  /** Undefined if the API does not count, and before the first page. */
  readonly total: number | undefined;
  /** True without any page, also after a failure. */
  readonly isMissing: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly refetch: () => void;
}

export interface PagesOptions<Item> {
  readonly key: readonly unknown[];
  readonly load: (position: { cursor?: string; page_size: number }) => Promise<Page<Item>>;
  /** The pause between refreshes of a list with one page. */
  readonly refreshMs?: number;
  /** Leaves the other items out. Pages are loaded until an item is kept. */
  readonly keep?: ((item: Item) => boolean) | undefined;
  /** Loads all pages, for a menu. */
  readonly isWhole?: boolean;
}

type PagesQuery<Item> = Query<Page<Item>, Error, InfiniteData<Page<Item>, string | undefined>>;

/** A list that grows by one keyset page at a time. */
export function usePages<Item>(options: PagesOptions<Item>): ListState<Item> {
  const { key, load, refreshMs, keep, isWhole = false } = options;
  const query = useInfiniteQuery({
    queryKey: key,
    meta: { showsFailure: true },
    queryFn: async ({ pageParam }) =>
      load({ page_size: PAGE_SIZE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: first(),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }: PagesQuery<Item>) =>
      refreshInterval(refreshMs, state.data?.pages.length ?? 0),
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => {
    const loaded = data?.pages.flatMap((page) => page.data) ?? [];
    return keep === undefined ? loaded : loaded.filter(keep);
  }, [data, keep]);
  const isIncomplete = isWhole || (keep !== undefined && items.length === 0);
  const isSeeking = isIncomplete && hasNextPage && query.error === null;
  useEffect(() => {
    if (isSeeking && !isFetchingNextPage) void fetchNextPage();
  }, [isSeeking, isFetchingNextPage, fetchNextPage]);
  return {
    items,
    total: data?.pages[0]?.meta.total_count,
    isMissing: items.length === 0 && (query.isPending || query.error !== null || isSeeking),
    error: query.error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refetch: () => void query.refetch(),
  };
}

/** The first page has no cursor. */
function first(): string | undefined {
  return undefined;
}
