import { fillWorkspace, type FullWorkspace } from './list-harness.ts';
import type { Case } from './one-at-a-time.ts';
import type { Bench } from './run-bench.ts';

const WALK_PAGE_SIZE = 500;
/** The deep page of a million contacts begins at row 450,000. */
const DEEP_SHARE = 0.45;

export const list: Bench = {
  name: 'list',
  description:
    'GET /api/v1/contacts/ in a full workspace, one request at a time, a page of 50 with its total',
  fillsOnce: true,
  run: async (input) => {
    const workspace = await fillWorkspace(input);
    const pages: Case[] = [];
    for (const sort of ['created_desc', 'lead_score_desc']) {
      const { row, cursor } = await walk(workspace, sort);
      const path = pathOf({ sort, cursor, page_size: '50' });
      pages.push({ name: `${sort}, page at row ${row}`, request: () => ({ path }) });
    }
    await workspace.measureAll([...CASES, ...pages]);
  },
};

const pathOf = (query: Record<string, string>): string =>
  `/api/v1/contacts/?${new URLSearchParams(query).toString()}`;
const page = (name: string, query: (index: number) => Record<string, string>): Case => ({
  name,
  request: (index) => ({ path: pathOf({ page_size: '50', ...query(index) }) }),
});

const CASES: readonly Case[] = [
  page('first page', () => ({})),
  page('updated_desc', () => ({ sort: 'updated_desc' })),
  page('lead_score_desc', () => ({ sort: 'lead_score_desc' })),
  page('tier A', () => ({ icp_tier: 'A' })),
  page('tiers A and B, grade A', () => ({ icp_tier: 'A,B', grade: 'A' })),
  page('a common tag', (index) => ({ tag: `tag-${index % 3}` })),
  page('a rare tag', (index) => ({ tag: `tag-${30 + (index % 10)}` })),
];

/** Reads page by page, as a client does. */
async function walk(
  { contactCount, ask }: FullWorkspace,
  sort: string,
): Promise<{ row: number; cursor: string }> {
  let cursor = '';
  let row = 0;
  while (row < contactCount * DEEP_SHARE) {
    const query = { sort, page_size: String(WALK_PAGE_SIZE), ...(cursor === '' ? {} : { cursor }) };
    const { data, meta } = await ask({ path: pathOf(query) });
    row += data.length;
    cursor = meta.next_cursor ?? '';
    if (cursor === '') break;
  }
  return { row, cursor };
}
