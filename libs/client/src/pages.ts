import type { AnyOptions, Call } from './calls.ts';
import { isRecord } from './errors.ts';

interface AnyPage {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_cursor: string | null };
}

/** The pages of a list. With a body, the list is a search by POST, and the cursor is a field of the body. */
export async function* pagesOf(
  call: Call,
  path: string,
  options: AnyOptions = {},
): AsyncGenerator<AnyPage, void> {
  for (let cursor: string | undefined; ;) {
    const page = await call(options.body === undefined ? 'get' : 'post', path, withCursor(options, cursor));
    if (!isPage(page)) throw new TypeError(`${path} did not return a page.`);
    yield page;
    const next = page.meta.next_cursor ?? undefined;
    if (next === undefined) return;
    if (next === cursor) throw new TypeError(`${path} returned the same cursor twice.`);
    cursor = next;
  }
}

/** The items of all pages of a list. */
export async function* itemsOf(
  call: Call,
  path: string,
  options?: AnyOptions,
): AsyncGenerator<unknown, void> {
  for await (const page of pagesOf(call, path, options)) yield* page.data;
}

function withCursor(options: AnyOptions, cursor: string | undefined): AnyOptions {
  if (cursor === undefined) return options;
  const { body, params = {} } = options;
  if (isRecord(body)) return { ...options, body: { ...body, cursor } };
  return { ...options, params: { ...params, query: { ...params.query, cursor } } };
}

function isPage(value: unknown): value is AnyPage {
  return isRecord(value) && Array.isArray(value['data']) && isRecord(value['meta']);
}
