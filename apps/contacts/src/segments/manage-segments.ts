import { contactErrors } from '@outreach/contracts-contacts';
import { AppError, invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import { findContacts, queryOf, wayOf, type CountedPage } from '../lists/find-contacts.ts';
import { parseFilters, type Filter } from '../lists/filters/parse-filters.ts';
import { resolveWithoutSegments } from '../lists/filters/resolve-names.ts';
import type { Deps } from '../domain/ports.ts';
import { conditionOf, type Segment } from './segment.ts';

/** As many ids as fit into a JSON body. */
const CONTACT_IDS_MAX = 32_768;
const ERRORS_MAX = 50;
/** A segment is counted as long as a request may wait for it; then it keeps the count it had. */
const COUNT_TIMEOUT_MS = 3_000;

/** The members that a request carries; an absent one stays as it is. */
export interface SegmentChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly segment_type?: Segment['segment_type'];
  readonly filters?: readonly Filter[];
  readonly filters_logic?: Segment['filters_logic'];
  readonly contact_ids?: readonly string[];
}

/** @throws AppError invalid_argument naming the wrong member of a filter, or `contact_ids[i]`. */
export async function createSegment(deps: Deps, ctx: CallContext, change: SegmentChange): Promise<Segment> {
  const { name = '', segment_type: type = 'dynamic' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  await checkMembers(deps, type, change);
  const now = new Date(deps.clock.now());
  const segment: Segment = {
    id: deps.newId('seg'),
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
  await deps.segments.insert(segment);
  if (change.contact_ids !== undefined) await deps.segments.setMembers(segment.id, change.contact_ids);
  return segment;
}

/** @throws AppError not_found. */
export async function getSegment(deps: Pick<Deps, 'segments'>, id: string): Promise<Segment> {
  const [segment] = await deps.segments.findByIds([id]);
  if (segment === undefined) throw notFound();
  return segment;
}

export async function listSegments(
  deps: Pick<Deps, 'segments'>,
  page: PageRequest,
): Promise<PageOf<Segment>> {
  return deps.segments.list(page);
}

/** `isRecounted` tells whether the change moved contacts in or out. @throws AppError as createSegment does. */
export async function updateSegment(
  deps: Deps,
  { id, change }: { readonly id: string; readonly change: SegmentChange },
): Promise<{ readonly isRecounted: boolean }> {
  const segment = await getSegment(deps, id);
  if (change.segment_type !== undefined && change.segment_type !== segment.segment_type) {
    throw contactErrors.immutableField.make({ field: 'segment_type' });
  }
  await checkMembers(deps, segment.segment_type, change);
  const { contact_ids: contactIds, ...members } = change;
  const changed: Segment = { ...segment, ...members };
  if (contactIds !== undefined) await deps.segments.setMembers(id, contactIds);
  const isSame = JSON.stringify(changed) === JSON.stringify(segment);
  if (!isSame || contactIds !== undefined) {
    await deps.segments.save({ ...changed, updated_at: new Date(deps.clock.now()) });
  }
  const isRecounted =
    contactIds !== undefined || change.filters !== undefined || change.filters_logic !== undefined;
  return { isRecounted };
}

/** @throws AppError not_found; conflict when a campaign uses it. */
export async function deleteSegment(deps: Deps, id: string): Promise<void> {
  await getSegment(deps, id);
  if (await deps.campaigns.usesSegment(id)) throw contactErrors.segmentInUse.make();
  await deps.segments.remove(id);
  await deps.sweeps.add({ kind: 'segment', id });
}

/** Counts the contacts of a segment anew. @throws AppError not_found. */
export async function refreshSegment(deps: Deps, id: string): Promise<Segment> {
  const segment = await getSegment(deps, id);
  const condition = conditionOf(segment, await resolveWithoutSegments(deps, segment.filters));
  const searched = { condition, tokens: [], includeDeleted: false };
  const count = await deps.contacts.count(queryOf(searched), wayOf(searched), COUNT_TIMEOUT_MS);
  if (count === undefined) return segment;
  const counted = new Date(deps.clock.now());
  await deps.segments.saveCount(id, count, counted);
  return { ...segment, contact_count: count, counted_at: counted };
}

/** @throws AppError not_found; invalid_argument on `cursor`. */
export async function listSegmentContacts(
  deps: Deps,
  { id, page, includeDeleted }: { id: string; page: PageRequest; includeDeleted: boolean },
): Promise<CountedPage> {
  const segment = await getSegment(deps, id);
  return findContacts(deps, {
    condition: conditionOf(segment, await resolveWithoutSegments(deps, segment.filters)),
    tokens: [],
    sort: [{ field: 'created_at', descending: true }],
    includeDeleted,
    page,
    list: 'segment_contacts',
    filter: id,
  });
}

/** A query has no list of contacts, and a list no query. */
async function checkMembers(deps: Deps, type: Segment['segment_type'], change: SegmentChange): Promise<void> {
  const { filters = [], contact_ids: contactIds } = change;
  if (type === 'static') {
    if (filters.length > 0) throw invalidField('filters', 'filters are for dynamic segments.');
    await checkContactIds(deps, contactIds ?? []);
    return;
  }
  if (contactIds !== undefined) throw invalidField('contact_ids', 'contact_ids are for static segments.');
  parseFilters(filters, 'AND', await resolveWithoutSegments(deps, filters));
}

async function checkContactIds(deps: Pick<Deps, 'contacts'>, ids: readonly string[]): Promise<void> {
  if (ids.length > CONTACT_IDS_MAX) {
    throw invalidField('contact_ids', `contact_ids must be at most ${CONTACT_IDS_MAX} items long.`);
  }
  if (ids.length === 0) return;
  const known = await deps.contacts.known(ids);
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `contact_ids[${index}]`, message: 'must be a contact of this workspace' }],
  );
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}
