interface Page<T> {
  readonly data: readonly T[];
}

/** The items of pages, at most `limit` of them. Reads no page that is not needed. */
export async function* itemsOf<T>(
  pages: AsyncIterable<Page<T>>,
  limit = Infinity,
): AsyncGenerator<readonly T[], void, undefined> {
  let left = limit;
  if (left === 0) return;
  for await (const { data } of pages) {
    yield data.slice(0, left);
    left -= data.length;
    if (left <= 0) return;
  }
}

const PAGE_SIZE_MAX = 500;

/** The size of pages for at most `limit` items. */
export function pageSizeFor(limit: number = PAGE_SIZE_MAX): number {
  return Math.min(Math.max(limit, 1), PAGE_SIZE_MAX);
}
