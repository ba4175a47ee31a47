import { fromPage, toMeta } from '@outreach/app-kit';
import { maskedFields } from '@outreach/contracts-common';
import { SEGMENT_TYPES } from '@outreach/contracts-contacts/enumerations';
import type { SegmentInput, Segment as SegmentMessage } from '@outreach/contracts-contacts/gen/segments.ts';
import { knownValue } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { effectCommand, NOTHING, type Handler } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { fromFilterMessage, toContactPage, toFiltersLogic } from '../lists/index.ts';
import {
  createSegment,
  deleteSegment,
  getSegment,
  listSegmentContacts,
  refreshSegment,
  updateSegment,
  type SegmentChange,
} from './manage-segments.ts';
import type { SegmentPorts } from './ports.ts';
import type { Segment } from './segment.ts';

const NEW_FIELDS = ['name', 'description', 'segment_type', 'filters', 'filters_logic'];

export function segmentMethods(ports: SegmentPorts): ContactsMethods {
  return {
    createSegment: countedCommand(ports, async (ctx, { input }) => {
      const { id } = await createSegment(ports, ctx, fromSegmentInput(input, newFieldsOf(input)));
      return { id, isRecounted: true };
    }),
    getSegment: {
      scope: READ,
      query: async (_ctx, { id }) => ({ segment: toSegmentMessage(await getSegment(ports, id)) }),
    },
    listSegments: {
      scope: READ,
      query: async (_ctx, { page, search }) => {
        const list = await ports.segments.list(fromPage(page), search);
        return { segments: list.items.map(toSegmentMessage), meta: toMeta(list) };
      },
    },
    updateSegment: countedCommand(ports, async (_ctx, { id, input, mask }) => ({
      id,
      ...(await updateSegment(ports, { id, change: fromSegmentInput(input, mask) })),
    })),
    deleteSegment: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteSegment(ports, id);
        return {};
      },
    },
    refreshSegment: countedCommand(ports, async (_ctx, { id }) => ({
      id: (await getSegment(ports, id)).id,
      isRecounted: true,
    })),
    listSegmentContacts: {
      scope: READ,
      query: async (_ctx, { id, page, include_deleted: includeDeleted }) =>
        toContactPage(await listSegmentContacts(ports, { id, page: fromPage(page), includeDeleted })),
    },
  };
}

/** The fields of a new segment; contact ids belong to static segments only, and are otherwise refused if present. */
function newFieldsOf(input: SegmentInput | undefined): readonly string[] {
  const isStatic = input?.segment_type === 'static';
  const hasIds = isStatic || (input?.contact_ids.length ?? 0) > 0;
  return hasIds ? [...NEW_FIELDS, 'contact_ids'] : NEW_FIELDS;
}

const Written = z.object({ id: z.string(), isRecounted: z.boolean() });
type Written = z.infer<typeof Written>;

/**
 * A command whose segment is counted after its change has committed: a count that takes too long must not undo the
 * change.
 */
function countedCommand<Req>(ports: SegmentPorts, write: Handler<Req, Written>) {
  return effectCommand({
    scope: WRITE,
    about: NOTHING,
    prepared: Written,
    prepare: write,
    effect: async (_ctx: CallContext, { id, isRecounted }: Written) =>
      isRecounted ? refreshSegment(ports, id) : getSegment(ports, id),
    commit: async (_ctx, { outcome }): Promise<{ segment: SegmentMessage | undefined }> =>
      Promise.resolve({ segment: toSegmentMessage(outcome) }),
  });
}

function toSegmentMessage(segment: Segment): SegmentMessage {
  const filters = segment.filters.map(({ field, op, value }) => ({ field, op, value }));
  return { ...withoutNull(segment), filters };
}

/** The fields that the mask names; a field without a value is cleared. */
function fromSegmentInput(
  input: SegmentInput | undefined,
  mask: readonly string[] | undefined,
): SegmentChange {
  if (input === undefined) return {};
  return maskedFields(mask, {
    name: input.name,
    description: input.description ?? null,
    segment_type: knownValue('segment_type', SEGMENT_TYPES, input.segment_type || 'dynamic'),
    filters: input.filters.map(fromFilterMessage),
    filters_logic: toFiltersLogic(input.filters_logic),
    contact_ids: input.contact_ids,
  });
}
