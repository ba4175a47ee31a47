export { createCursors } from './cursors.ts';
export type { Cursors } from './cursors.ts';
export { clampPageSize, findPage } from './keyset-page.ts';
export { readById } from './read-by-id.ts';
export { findSortedSlice } from './sorted-slice.ts';
export type { SortedSlice, Ties } from './sorted-slice.ts';
