import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { DeletionStore } from './ports.ts';

interface DeletionDocument {
  /** Id of the contact. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly deleted_at: Date;
  readonly is_erasure: boolean;
  readonly due_at: Date;
}

const schema = tenantSchema<DeletionDocument>(
  {
    _id: String,
    deleted_at: { type: Date, required: true },
    is_erasure: { type: Boolean, required: true },
    due_at: { type: Date, required: true },
  },
  // One job rechecks the deletions of all workspaces, so this index does not begin with a workspace.
  [[{ due_at: 1 }, { name: 'by_due_time' }]],
);

export function createDeletionStore(connection: Connection): DeletionStore {
  const documents: Model<DeletionDocument> = defineModel(connection, 'contact_deletions', schema);
  return {
    schedule: async (deletions, dueAt) => {
      await documents.bulkWrite(
        deletions.map(({ contactId, deletedAt, isErasure }) => ({
          updateOne: {
            filter: { _id: contactId },
            // An earlier deletion that is delivered again must not replace a later deletion.
            update: { $max: { deleted_at: deletedAt, is_erasure: isErasure, due_at: dueAt } },
            upsert: true,
          },
        })),
      );
    },
    findDue: async (at, limit) =>
      runAsSystem('one job rechecks the deleted contacts of all workspaces', async () => {
        const found = await documents
          .find({ due_at: { $lte: at } })
          .sort({ due_at: 1 })
          .limit(limit)
          .lean<DeletionDocument[]>();
        return found.map(({ _id, workspace_id, deleted_at, is_erasure }) => ({
          workspaceId: workspace_id,
          contactId: _id,
          deletedAt: deleted_at,
          isErasure: is_erasure,
        }));
      }),
    remove: async (deletions) => {
      // A contact that was deleted again in the meantime is rechecked again.
      await documents.bulkWrite(
        deletions.map(({ contactId, deletedAt }) => ({
          deleteOne: { filter: { _id: contactId, deleted_at: deletedAt } },
        })),
      );
    },
  };
}
