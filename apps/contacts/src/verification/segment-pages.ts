import { invalidField } from '@outreach/errors';
import type { Contact } from '../contact-model/index.ts';
import { OLDEST_FIRST } from '../contact-store/index.ts';
import { conditionOf, indexHintsOf, queryOf, resolveWithoutSegments } from '../filters/index.ts';
import type { VerificationPorts } from './ports.ts';

const COUNT_TIMEOUT_MS = 3_000;

/** The number of contacts; 0 if counting takes too long. @throws AppError invalid_argument on `segment_id`. */
export async function countSegment(ports: VerificationPorts, segmentId: string): Promise<number> {
  const search = await searchOf(ports, segmentId);
  return (await ports.contacts.count(queryOf(search), indexHintsOf(search), COUNT_TIMEOUT_MS)) ?? 0;
}

/** The contacts of a segment that are not deleted, oldest first. @throws AppError when the segment was deleted. */
export async function readSegmentPage(
  ports: VerificationPorts,
  segmentId: string,
  { after, pageSize }: { readonly after: string | null; readonly pageSize: number },
): Promise<{ readonly contacts: readonly Contact[]; readonly next: string | undefined }> {
  const search = await searchOf(ports, segmentId);
  const { contacts, next } = await ports.contacts.slice({
    ...indexHintsOf(search),
    query: queryOf(search),
    columns: OLDEST_FIRST,
    after: after === null ? undefined : JSON.parse(after),
    pageSize,
  });
  return { contacts, next: next === undefined ? undefined : JSON.stringify(next) };
}

/** @throws AppError invalid_argument on `segment_id` for an unknown segment. */
async function searchOf(ports: VerificationPorts, segmentId: string) {
  const [segment] = await ports.segments.findByIds([segmentId]);
  if (segment === undefined)
    throw invalidField('segment_id', 'segment_id must be a segment of this workspace.');
  const condition = conditionOf(segment, await resolveWithoutSegments(ports, segment.filters));
  return { condition };
}
