import { invalidField } from '@outreach/errors';
import type { Contact } from '../contact-model/index.ts';
import type { ContactStore, SortColumn } from '../contact-store/index.ts';
import {
  conditionOf,
  indexHintsOf,
  queryOf,
  resolveWithoutSegments,
  type FilterNamePorts,
} from '../filters/index.ts';

const COUNT_TIMEOUT_MS = 3_000;
/** The order of an index, and a position in it stays valid: contacts never change their time of creation. */
const OLDEST_FIRST: readonly SortColumn[] = [{ path: 'created_at', descending: false, isNullable: false }];

export interface SegmentPagePorts extends FilterNamePorts {
  readonly contacts: Pick<ContactStore, 'slice' | 'count'>;
}

/** The number of contacts; 0 if counting takes too long. @throws AppError invalid_argument on `segment_id`. */
export async function countSegment(ports: SegmentPagePorts, segmentId: string): Promise<number> {
  const search = await searchOf(ports, segmentId);
  return (await ports.contacts.count(queryOf(search), indexHintsOf(search), COUNT_TIMEOUT_MS)) ?? 0;
}

export interface SegmentPage {
  readonly contacts: readonly Contact[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** The contacts of a segment that are not deleted, oldest first. @throws AppError when the segment was deleted. */
export async function readSegmentPage(
  ports: SegmentPagePorts,
  segmentId: string,
  { after, pageSize }: { readonly after: string | null; readonly pageSize: number },
): Promise<SegmentPage> {
  const search = await searchOf(ports, segmentId);
  const { contacts, next } = await ports.contacts.slice({
    ...indexHintsOf(search),
    query: queryOf(search),
    columns: OLDEST_FIRST,
    matchCount: undefined,
    after: after === null ? undefined : JSON.parse(after),
    pageSize,
  });
  return { contacts, next: next === undefined ? undefined : JSON.stringify(next) };
}

/** @throws AppError invalid_argument on `segment_id` for an unknown segment. */
async function searchOf(ports: FilterNamePorts, segmentId: string) {
  const [segment] = await ports.segments.findByIds([segmentId]);
  if (segment === undefined)
    throw invalidField('segment_id', 'segment_id must be a segment of this workspace.');
  const condition = conditionOf(segment, await resolveWithoutSegments(ports, segment.filters));
  return { condition, tokens: [], includeDeleted: false };
}
