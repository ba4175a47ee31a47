import { fromPage, toMeta } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import { z } from 'zod';
import type { Deps } from '../domain/ports.ts';
import {
  createSegment,
  deleteSegment,
  getSegment,
  listSegmentContacts,
  listSegments,
  refreshSegment,
  updateSegment,
} from './manage-segments.ts';
import { toContactPage } from '../contact-records/contact-message.rpc.ts';
import { READ, WRITE } from '../contact-records/scopes.rpc.ts';
import { toSegmentChange, toSegmentMessage } from './segment-message.rpc.ts';

type Rows<Name extends keyof typeof ContactsServiceService> = Pick<
  RpcTable<typeof ContactsServiceService>,
  Name
>;
type ReadingRows = Rows<'getSegment' | 'listSegments' | 'listSegmentContacts'>;
type WritingRows = Rows<'createSegment' | 'updateSegment' | 'deleteSegment' | 'refreshSegment'>;

const Written = z.object({ id: z.string(), isRecounted: z.boolean() });
const NEW_FIELDS = ['name', 'description', 'segment_type', 'filters', 'filters_logic'];

export function segmentRows(deps: Deps): ReadingRows & WritingRows {
  return { ...readingRows(deps), ...writingRows(deps) };
}

function readingRows(deps: Deps): ReadingRows {
  return {
    getSegment: {
      scope: READ,
      query: async (_ctx, { id }) => ({ segment: toSegmentMessage(await getSegment(deps, id)) }),
    },
    listSegments: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await listSegments(deps, fromPage(page));
        return { segments: list.items.map(toSegmentMessage), meta: toMeta(list) };
      },
    },
    listSegmentContacts: {
      scope: READ,
      query: async (_ctx, { id, page, include_deleted: includeDeleted }) =>
        toContactPage(await listSegmentContacts(deps, { id, page: fromPage(page), includeDeleted })),
    },
  };
}

/** A segment is counted after its change has committed: a count that takes too long must not undo it. */
function writingRows(deps: Deps): WritingRows {
  const finish = async (written: unknown) => {
    const { id, isRecounted } = Written.parse(written);
    const segment = await (isRecounted ? refreshSegment(deps, id) : getSegment(deps, id));
    return { segment: toSegmentMessage(segment) };
  };
  return {
    createSegment: {
      scope: WRITE,
      effect: async (ctx, { input }) => {
        const isStatic = input?.segment_type === 'SEGMENT_TYPE_STATIC';
        const hasIds = isStatic || (input?.contact_ids.length ?? 0) > 0;
        const mask = hasIds ? [...NEW_FIELDS, 'contact_ids'] : NEW_FIELDS;
        const { id } = await createSegment(deps, ctx, toSegmentChange(input, mask));
        return { id, isRecounted: true };
      },
      finish: async (_ctx, written) => finish(written),
    },
    updateSegment: {
      scope: WRITE,
      effect: async (_ctx, { id, input, mask }) => ({
        id,
        ...(await updateSegment(deps, { id, change: toSegmentChange(input, mask) })),
      }),
      finish: async (_ctx, written) => finish(written),
    },
    deleteSegment: {
      scope: WRITE,
      command: async (_ctx, { id }) => {
        await deleteSegment(deps, id);
        return {};
      },
    },
    refreshSegment: {
      scope: WRITE,
      effect: async (_ctx, { id }) => ({ id: (await getSegment(deps, id)).id, isRecounted: true }),
      finish: async (_ctx, written) => finish(written),
    },
  };
}
