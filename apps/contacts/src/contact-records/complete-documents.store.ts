import type { Model } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import { derive, type ContactDocument } from './contact-document.store.ts';

const CONTACTS_PER_BATCH_MAX = 1_000;

/**
 * Adds the derived fields to contacts that have none, so that lists and search find them: at most 1,000 of the first
 * workspace after a position. Returns the id of the last completed workspace, or undefined at the end.
 */
export async function completeBatch(
  contacts: Model<ContactDocument>,
  after = '',
): Promise<string | undefined> {
  return runAsSystem('documents of all workspaces are completed by one migration', async () => {
    const next = await contacts
      .findOne({ workspace_id: { $gt: after } }, { workspace_id: 1 })
      .sort({ workspace_id: 1 })
      .lean();
    if (next === null) return undefined;
    const count = await completeSome(contacts, next.workspace_id);
    return count < CONTACTS_PER_BATCH_MAX ? next.workspace_id : after;
  });
}

/** Uses the index on tokens, which lists documents without tokens under null. */
async function completeSome(contacts: Model<ContactDocument>, workspaceId: string): Promise<number> {
  const filter = { workspace_id: workspaceId, is_deleted: { $in: [false, true] }, tokens: null };
  const found = await contacts
    .find(filter)
    .hint('by_token')
    .limit(CONTACTS_PER_BATCH_MAX)
    .lean<ContactDocument[]>();
  if (found.length === 0) return 0;
  await contacts.bulkWrite(
    found.map(({ _id, ...rest }) => ({
      updateOne: {
        // A newer version of the document has the derived fields already.
        filter: { workspace_id: workspaceId, _id, version: rest.version },
        update: { $set: { ...derive(rest, rest.custom_fields), last_activity_at: null } },
      },
    })),
  );
  return found.length;
}
