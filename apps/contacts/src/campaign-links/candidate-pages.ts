import type { ContactFilter } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { Contact } from '../contact-model/index.ts';
import {
  OLDEST_FIRST,
  type IndexHints,
  type Query,
  type Slice,
  type SortColumn,
} from '../contact-store/index.ts';
import { indexHintsOf, isAlways, queryOf } from '../filters/index.ts';
import { campaignCondition } from './campaign-filter.ts';
import type { CampaignLinkPorts } from './ports.ts';

const NEWEST_FIRST: readonly SortColumn[] = [{ path: 'created_at', descending: true, isNullable: false }];

/** The contacts that match the filter of a campaign and are not deleted. */
export interface CandidatePages {
  readonly query: Query;
  readonly hints: IndexHints;
  /** True if every contact matches. */
  readonly matchesAll: boolean;
  /** Reads a page, oldest first. `after` is the position of a page; undefined to start. */
  readonly read: (after: unknown, pageSize: number) => Promise<Slice>;
  readonly oldest: () => Promise<Contact | undefined>;
  readonly newest: () => Promise<Contact | undefined>;
}

/** @throws AppError invalid_argument on more than 100 segments. */
export async function candidatePages(
  ports: CampaignLinkPorts,
  filter: ContactFilter | undefined,
): Promise<CandidatePages> {
  const condition = await campaignCondition(ports, filter);
  const hints = indexHintsOf({ condition });
  const query = queryOf({ condition });
  const slice = { ...hints, query };
  const first = async (columns: readonly SortColumn[]): Promise<Contact | undefined> =>
    (await ports.contacts.slice({ ...slice, columns, after: undefined, pageSize: 1 })).contacts[0];
  return {
    query,
    hints,
    matchesAll: isAlways(condition),
    read: async (after, pageSize) =>
      ports.contacts.slice({ ...slice, columns: OLDEST_FIRST, after, pageSize }),
    oldest: async () => first(OLDEST_FIRST),
    newest: async () => first(NEWEST_FIRST),
  };
}
