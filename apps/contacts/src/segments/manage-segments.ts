import { contactErrors } from '@outreach/contracts-contacts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageRequest } from '@outreach/service-kit';
import { requireKnownContacts } from '../contact-store/index.ts';
import {
  conditionOf,
  parseFilters,
  resolveWithoutSegments,
  indexHintsOf,
  queryOf,
} from '../filters/index.ts';
import { findContacts, type CountedPage } from '../lists/index.ts';
import type { SegmentPorts } from './ports.ts';
import type { Segment } from './segment.ts';

/** Roughly the number of ids that fit into the largest JSON body. */
const CONTACT_IDS_MAX = 32_768;
/** Time limit of a count; after it the segment keeps its previous count. */
const COUNT_TIMEOUT_MS = 3_000;

/** The fields of a request; an absent field stays unchanged. */
export type SegmentChange = Partial<
  Pick<Segment, 'name' | 'description' | 'segment_type' | 'filters' | 'filters_logic'>
> & { readonly contact_ids?: readonly string[] };

/** @throws AppError invalid_argument naming the wrong field of a filter, or `contact_ids[i]`. */
export async function createSegment(
  ports: SegmentPorts,
  ctx: CallContext,
  change: SegmentChange,
): Promise<Segment> {
  const { name = '', segment_type: type = 'dynamic' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  await checkContents(ports, type, change);
  const now = new Date(ports.clock.now());
  const segment: Segment = {
    id: ports.newId('seg'),
    workspace_id: ctx.workspaceId,
    name,
    description: change.description ?? null,
    segment_type: type,
    filters: change.filters ?? [],
    filters_logic: change.filters_logic ?? 'AND',
    contact_count: 0,
    counted_at: null,
    created_at: now,
    updated_at: now,
  };
  await ports.segments.insert(segment);
  if (change.contact_ids !== undefined) await ports.segments.setContacts(segment.id, change.contact_ids);
  return segment;
}

/** @throws AppError not_found. */
export async function getSegment(ports: SegmentPorts, id: string): Promise<Segment> {
  const [segment] = await ports.segments.findByIds([id]);
  if (segment === undefined) throw notFound();
  return segment;
}

/** `isRecounted` is true if the contacts of the segment may have changed. @throws AppError as createSegment. */
export async function updateSegment(
  ports: SegmentPorts,
  { id, change }: { readonly id: string; readonly change: SegmentChange },
): Promise<{ readonly isRecounted: boolean }> {
  const segment = await getSegment(ports, id);
  if (change.segment_type !== undefined && change.segment_type !== segment.segment_type) {
    throw contactErrors.immutableField.make({ field: 'segment_type' });
  }
  await checkContents(ports, segment.segment_type, change);
  const { contact_ids: contactIds, ...rest } = change;
  const changed: Segment = { ...segment, ...rest };
  if (contactIds !== undefined) await ports.segments.setContacts(id, contactIds);
  const isSame = JSON.stringify(changed) === JSON.stringify(segment);
  if (!isSame || contactIds !== undefined) {
    await ports.segments.save({ ...changed, updated_at: new Date(ports.clock.now()) });
  }
  const isRecounted =
    contactIds !== undefined || change.filters !== undefined || change.filters_logic !== undefined;
  return { isRecounted };
}

/** @throws AppError not_found; conflict when a campaign uses it. */
export async function deleteSegment(ports: SegmentPorts, id: string): Promise<void> {
  await getSegment(ports, id);
  if (await ports.campaigns.usesSegment(id)) throw contactErrors.segmentInUse.make();
  await ports.segments.remove(id);
  await ports.sweeps.add({ kind: 'segment', id });
}

/** Counts the contacts of a segment. It keeps its count if counting takes too long. @throws AppError not_found. */
export async function refreshSegment(ports: SegmentPorts, id: string): Promise<Segment> {
  const segment = await getSegment(ports, id);
  const condition = conditionOf(segment, await resolveWithoutSegments(ports, segment.filters));
  const hints = indexHintsOf({ condition });
  const count = await ports.contacts.count(queryOf({ condition }), hints, COUNT_TIMEOUT_MS);
  if (count === undefined) return segment;
  const countedAt = new Date(ports.clock.now());
  await ports.segments.saveCount(id, count, countedAt);
  return { ...segment, contact_count: count, counted_at: countedAt };
}

/** @throws AppError not_found; invalid_argument on `cursor`. */
export async function listSegmentContacts(
  ports: SegmentPorts,
  { id, page, includeDeleted }: { id: string; page: PageRequest; includeDeleted: boolean },
): Promise<CountedPage> {
  const segment = await getSegment(ports, id);
  return findContacts(ports, {
    condition: conditionOf(segment, await resolveWithoutSegments(ports, segment.filters)),
    tokens: [],
    sort: [{ field: 'created_at', descending: true }],
    includeDeleted,
    page,
    list: 'segment_contacts',
    filter: id,
  });
}

/** A dynamic segment has filters and no contact ids, a static one the opposite. */
async function checkContents(
  ports: SegmentPorts,
  type: Segment['segment_type'],
  change: SegmentChange,
): Promise<void> {
  const { filters = [], contact_ids: contactIds } = change;
  if (type === 'static') {
    if (filters.length > 0) throw invalidField('filters', 'filters are for dynamic segments.');
    await checkContactIds(ports, contactIds ?? []);
    return;
  }
  if (contactIds !== undefined) throw invalidField('contact_ids', 'contact_ids are for static segments.');
  parseFilters(filters, 'AND', await resolveWithoutSegments(ports, filters));
}

async function checkContactIds(ports: Pick<SegmentPorts, 'contacts'>, ids: readonly string[]): Promise<void> {
  if (ids.length > CONTACT_IDS_MAX) {
    throw invalidField('contact_ids', `contact_ids must be at most ${CONTACT_IDS_MAX} items long.`);
  }
  await requireKnownContacts(ports, ids);
}
