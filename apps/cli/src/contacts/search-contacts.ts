import type { Schema } from '@outreach/client';
import { itemsOf, pageSizeFor } from '../output/pages.ts';
import type { Column } from '../output/table.ts';
import type { Session } from '../session.ts';

export interface SearchOptions {
  readonly tag?: string[];
  readonly segment?: string;
  readonly limit?: number;
}

const COLUMNS: readonly Column<Schema<'Contact'>>[] = [
  { head: 'ID', of: ({ id }) => id },
  { head: 'EMAIL', of: ({ email }) => email },
  { head: 'NAME', of: ({ full_name }) => full_name },
  { head: 'COMPANY', of: ({ company }) => company.name },
  { head: 'SCORE', of: ({ lead_score }) => lead_score },
  { head: 'TAGS', of: ({ tags }) => tags.join(', ') },
];

export async function searchContacts(
  session: Session,
  words: readonly string[],
  { tag, segment, limit }: SearchOptions,
): Promise<void> {
  const client = await session.connect();
  const query = {
    // The oldest come first, so that new contacts do not move the pages.
    sort: 'created_asc' as const,
    ...(words.length === 0 ? {} : { search: words.join(' ') }),
    ...(tag === undefined ? {} : { tag }),
    ...(segment === undefined ? {} : { segment_id: segment }),
    page_size: pageSizeFor(limit),
  };
  const pages = client.pages('/api/v1/contacts/', { params: { query } });
  await session.out.list(COLUMNS, itemsOf(pages, limit), 'No contact was found.');
}
