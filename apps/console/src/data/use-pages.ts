import { keepPreviousData, useInfiniteQuery, type InfiniteData, type Query } from '@tanstack/react-query';
import { useMemo } from 'react';
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
}

type PagesQuery<Item> = Query<Page<Item>, Error, InfiniteData<Page<Item>, string | undefined>>;

/** A list that grows by one keyset page at a time. */
export function usePages<Item>({ key, load, refreshMs }: PagesOptions<Item>): ListState<Item> {
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
  const { data } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  return {
    items,
    total: data?.pages[0]?.meta.total_count,
    isMissing: items.length === 0 && (query.isPending || query.error !== null),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
  };
}

/** The first page has no cursor. */
function first(): string | undefined {
  return undefined;
}
