import type { Candidates } from '../enrollments/index.ts';
import type { Preflight, Recipient } from '../sending/index.ts';
import type { ContactReader } from '../sequences/index.ts';

export const NO_FILTER = { segment_ids: [], icp_tier: [], grade: [] };

/** Reads contacts before emails to them are sent, with two concurrent calls for all. */
export function createPreflight(
  candidates: Pick<Candidates, 'resolve'>,
  mergeData: ContactReader,
): Preflight {
  return {
    resolve: async (ctx, contactIds) => {
      const [resolved, { contacts, fallbackValues }] = await Promise.all([
        candidates.resolve(ctx, { contactIds, filter: NO_FILTER }),
        mergeData.mergeDataOf(ctx, contactIds),
      ]);
      const byId = new Map<string, Recipient>();
      for (const contact of contacts) {
        const candidate = resolved.get(contact.id);
        if (candidate !== undefined) byId.set(contact.id, { candidate, contact });
      }
      return { byId, fallbackValues };
    },
  };
}
