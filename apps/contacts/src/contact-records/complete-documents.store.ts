import type { Model } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import { derive, type ContactDocument } from './contact-document.store.ts';

const CONTACTS_PER_STEP_MAX = 1_000;

/**
 * Gives the members that are derived to contacts written before there were any, so that lists and search find them.
 * It may run twice and at several places at once. Answers how many it completed.
 */
export async function completeDocuments(contacts: Model<ContactDocument>): Promise<number> {
  return runAsSystem('documents of all workspaces are completed at the start', async () => {
    const workspaceIds = await contacts.distinct('workspace_id');
    let completed = 0;
    for (const workspaceId of workspaceIds) completed += await completeWorkspace(contacts, workspaceId);
    return completed;
  });
}

/** Asks the index of tokens, where a document without them stands under null. */
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
      found.map(({ _id, ...members }) => ({
        updateOne: {
          // A newer version of the document has these members already.
          filter: { workspace_id: workspaceId, _id, version: members.version },
          update: { $set: { ...derive(members, members.custom_fields), last_activity_at: null } },
        },
      })),
    );
    completed += found.length;
  }
}
