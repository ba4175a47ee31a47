import type { ContactPage, Deps, ListQuery } from './ports.ts';

export interface CountedPage extends ContactPage {
  readonly totalCount: number;
}

/** A page of the contacts that are not deleted, with the number of all of them. */
export async function listContacts(
  deps: Pick<Deps, 'contacts' | 'counts'>,
  query: ListQuery,
): Promise<CountedPage> {
  const [page, totalCount] = await Promise.all([deps.contacts.list(query), deps.counts.total()]);
  return { ...page, totalCount };
}
