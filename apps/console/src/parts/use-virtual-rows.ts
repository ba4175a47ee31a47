import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject, UIEvent } from 'react';
import type { ListState } from '../data/use-pages.ts';

/** Shorter lists are rendered whole, so that the search of the browser finds every row. */
const VIRTUAL_FROM = 200;
const OVERSCAN_ROWS = 10;
/** The next page is loaded this close to the end. */
const NEAR_END_PX = 1_200;

/** The rows of a list that are rendered. */
export interface VirtualRows {
  /** Their numbers in the list. */
  readonly indexes: readonly number[];
  /** Heights in pixels of the rows before and after them. */
  readonly before: number;
  readonly after: number;
  /** Loads the next page near the end of the list. */
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** Scrolls a row of a virtual list into view. */
  readonly show: (index: number) => void;
}

/** @param rowHeight in pixels; all rows have it. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { items, loadMore }: Pick<ListState<unknown>, 'items' | 'loadMore'>,
  rowHeight: number,
): VirtualRows {
  const isVirtual = items.length >= VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    enabled: isVirtual,
  });
  const rows = isVirtual ? virtualizer.getVirtualItems() : [];
  return {
    indexes: isVirtual ? rows.map(({ index }) => index) : [...items.keys()],
    before: rows[0]?.start ?? 0,
    after: isVirtual ? virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0) : 0,
    onScroll: ({ currentTarget }) => {
      const leftPx = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
      if (leftPx < NEAR_END_PX) loadMore();
    },
    show: (index) => {
      if (isVirtual) virtualizer.scrollToIndex(index);
    },
  };
}
