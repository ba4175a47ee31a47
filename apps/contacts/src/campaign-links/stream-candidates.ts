import { invalidField } from '@outreach/errors';
import type { Contact } from '../contact-model/index.ts';
import type { ContactStore, SortColumn } from '../contact-store/index.ts';
import { indexHintsOf, queryOf } from '../filters/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import type { CheckSuppressionsPorts } from '../suppressions/index.ts';
import { toCandidates, type Candidate } from './candidate.ts';
import { campaignCondition, type CampaignFilter } from './campaign-filter.ts';

const PAGE_SIZE = 500;
/** The order of an index, and a position in it stays valid: contacts never change their time of creation. */
const OLDEST_FIRST: readonly SortColumn[] = [{ path: 'created_at', descending: false, isNullable: false }];

export interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

export interface StreamCandidatesPorts extends FilterNamePorts, CheckSuppressionsPorts {
  readonly contacts: Pick<ContactStore, 'slice'>;
}

/**
 * Reads all contacts that match the filter, page by page. A page costs the same at any depth.
 * @throws AppError invalid_argument on more than 100 segments, and on an invalid position.
 */
export async function* streamCandidates(
  ports: StreamCandidatesPorts,
  { filter, after }: { readonly filter: CampaignFilter; readonly after: string },
): AsyncGenerator<CandidatePage, void, undefined> {
  const readPage = await pageReader(ports, filter);
  let position = after === '' ? undefined : parsePosition(after);
  do {
    const { contacts, next } = await readPage(position, PAGE_SIZE);
    yield {
      candidates: await toCandidates(ports, contacts),
      after: next === undefined ? undefined : JSON.stringify(next),
    };
    position = next;
  } while (position !== undefined);
}

/** True if at least one contact matches the filter. @throws AppError invalid_argument on more than 100 segments. */
export async function hasMatches(
  ports: FilterNamePorts & { readonly contacts: Pick<ContactStore, 'slice'> },
  filter: CampaignFilter,
): Promise<boolean> {
  const readPage = await pageReader(ports, filter);
  const { contacts } = await readPage(undefined, 1);
  return contacts.length > 0;
}

type ReadPage = (
  after: unknown,
  pageSize: number,
) => Promise<{ readonly contacts: readonly Contact[]; readonly next: unknown }>;

async function pageReader(
  ports: FilterNamePorts & { readonly contacts: Pick<ContactStore, 'slice'> },
  filter: CampaignFilter,
): Promise<ReadPage> {
  const search = { condition: await campaignCondition(ports, filter), tokens: [], includeDeleted: false };
  const query = {
    ...indexHintsOf(search),
    query: queryOf(search),
    columns: OLDEST_FIRST,
    matchCount: undefined,
  };
  return async (after, pageSize) => ports.contacts.slice({ ...query, after, pageSize });
}

function parsePosition(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('after', 'after must be the position of a page.');
  }
}
