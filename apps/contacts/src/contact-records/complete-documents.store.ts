import type { Model } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import { derive, type ContactDocument } from './contact-document.store.ts';

const CONTACTS_PER_STEP_MAX = 1_000;

/**
 * Adds the derived fields to contacts that have none, so that lists and search find them. It may run several times and
 * in several processes concurrently. Returns the number of completed contacts.
 */
export async function completeDocuments(contacts: Model<ContactDocument>): Promise<number> {
  return runAsSystem('documents of all workspaces are completed at startup', async () => {
    const workspaceIds = await contacts.distinct('workspace_id');
    let completed = 0;
    for (const workspaceId of workspaceIds) completed += await completeWorkspace(contacts, workspaceId);
    return completed;
  });
}

/** Uses the index on tokens, which lists documents without tokens under null. */
async function completeWorkspace(contacts: Model<ContactDocument>, workspaceId: string): Promise<number> {
  const filter = { workspace_id: workspaceId, is_deleted: { $in: [false, true] }, tokens: null };
  for (let completed = 0; ;) {
    const found = await contacts
      .find(filter)
      .hint('by_token')
      .limit(CONTACTS_PER_STEP_MAX)
      .lean<ContactDocument[]>();
    if (found.length === 0) return completed;
    await contacts.bulkWrite(
      found.map(({ _id, ...rest }) => ({
        updateOne: {
          // A newer version of the document has the derived fields already.
          filter: { workspace_id: workspaceId, _id, version: rest.version },
          update: { $set: { ...derive(rest, rest.custom_fields), last_activity_at: null } },
        },
      })),
    );
    completed += found.length;
  }
}
