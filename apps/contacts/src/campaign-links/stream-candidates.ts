import type {
  ContactFilter,
  StreamCandidatesRequest,
  StreamCandidatesResponse,
} from '@outreach/contracts-contacts/gen/candidates.ts';
import { invalidField } from '@outreach/errors';
import { toCandidates } from './candidate.ts';
import { candidatePages } from './candidate-pages.ts';
import type { CampaignLinkPorts } from './ports.ts';

const PAGE_SIZE = 500;

/**
 * Reads all contacts that match the filter, page by page. A page costs the same at any depth.
 * @throws AppError invalid_argument on more than 100 segments, and on an invalid position.
 */
export async function* streamCandidates(
  ports: CampaignLinkPorts,
  { contact_filter: filter, after }: StreamCandidatesRequest,
): AsyncGenerator<StreamCandidatesResponse, void, undefined> {
  const pages = await candidatePages(ports, filter);
  let position = after === '' ? undefined : parsePosition(after);
  do {
    const { contacts, next } = await pages.read(position, PAGE_SIZE);
    yield {
      candidates: await toCandidates(ports, contacts),
      after: next === undefined ? undefined : JSON.stringify(next),
    };
    position = next;
  } while (position !== undefined);
}

/** True if at least one contact matches the filter. @throws AppError invalid_argument on more than 100 segments. */
export async function hasMatches(
  ports: CampaignLinkPorts,
  filter: ContactFilter | undefined,
): Promise<boolean> {
  const { contacts } = await (await candidatePages(ports, filter)).read(undefined, 1);
  return contacts.length > 0;
}

function parsePosition(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('after', 'after must be the position of a page.');
  }
}
