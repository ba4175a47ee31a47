import type { ContactFilter, SampleCandidatesResponse } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { Contact } from '../contact-model/index.ts';
import { toCandidates } from './candidate.ts';
import { candidatePages, type CandidatePages } from './candidate-pages.ts';
import type { CampaignLinkPorts } from './ports.ts';

const SAMPLE_MAX = 5_000;
const PAGE_SIZE = 500;
/** A sample of more matches consists of this many pages, each from a later time of creation on. */
const SPREAD_PAGES = 20;
const SPREAD_PAGE_SIZE = SAMPLE_MAX / SPREAD_PAGES;
/** A count that takes longer is estimated by the number of all contacts. */
const COUNT_TIMEOUT_MS = 500;

/**
 * Reads the contacts that match the filter of a campaign. Up to 5,000 matches are read whole. Of more matches it reads a
 * sample that is spread over their times of creation. They are all
 * matches if `total` is their number.
 * @throws AppError invalid_argument on more than 100 segments.
 */
export async function sampleCandidates(
  ports: CampaignLinkPorts,
  filter: ContactFilter | undefined,
): Promise<SampleCandidatesResponse> {
  const pages = await candidatePages(ports, filter);
  const counted = pages.matchesAll
    ? await ports.counts.total()
    : await ports.contacts.count(pages.query, pages.hints, COUNT_TIMEOUT_MS);
  if (counted !== undefined && counted <= SAMPLE_MAX) {
    const all = await readAll(pages);
    return { candidates: await toCandidates(ports, all), total: all.length, is_total_estimated: false };
  }
  return {
    candidates: await toCandidates(ports, await readSpread(pages)),
    total: counted ?? (await ports.counts.total()),
    is_total_estimated: counted === undefined,
  };
}

async function readAll(pages: CandidatePages): Promise<readonly Contact[]> {
  const contacts: Contact[] = [];
  let position: unknown;
  do {
    const page = await pages.read(position, PAGE_SIZE);
    contacts.push(...page.contacts);
    position = page.next;
  } while (position !== undefined && contacts.length < SAMPLE_MAX);
  return contacts;
}

/** Reads pages from equally distant times on. A page that would repeat contacts continues after the one before. */
async function readSpread(pages: CandidatePages): Promise<readonly Contact[]> {
  const [from, to] = [await pages.oldest(), await pages.newest()].map((one) => one?.created_at.getTime());
  if (from === undefined || to === undefined) return [];
  const contacts: Contact[] = [];
  let position: unknown;
  for (let index = 0; index < SPREAD_PAGES; index += 1) {
    const startMs = Math.floor(from + (index * (to - from)) / SPREAD_PAGES);
    const last = contacts.at(-1);
    const isAhead = last !== undefined && last.created_at.getTime() >= startMs;
    const page = await pages.read(isAhead ? position : positionAt(startMs), SPREAD_PAGE_SIZE);
    contacts.push(...page.contacts);
    if (page.next === undefined) break;
    position = page.next;
  }
  return contacts;
}

/** The position before the first contact of a time. */
function positionAt(ms: number): unknown {
  return [{ at: ms }, ''];
}
