import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Deletions } from '../domain/ports.ts';

interface DeletionDocument {
  /** The contact's. */
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
  // One job looks after the deletions of all workspaces, so this one does not begin with a workspace.
  [[{ due_at: 1 }, { name: 'by_due_time' }]],
);

export function createDeletionStore(connection: Connection): Deletions {
  const deletions: Model<DeletionDocument> = defineModel(connection, 'contact_deletions', schema);
  return {
    remember: async (own, dueAt) => {
      await deletions.bulkWrite(
        own.map(({ contactId, deletedAt, isErasure }) => ({
          updateOne: {
            filter: { _id: contactId },
            // A deletion that is told again later must not hide a newer one.
            update: { $max: { deleted_at: deletedAt, is_erasure: isErasure, due_at: dueAt } },
            upsert: true,
          },
        })),
      );
    },
    due: async (at, limit) =>
      runAsSystem('deleted contacts of all workspaces are looked after by one job', async () => {
        const found = await deletions
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
    forget: async (own) => {
      // A contact that was deleted again meanwhile is looked at again.
      await deletions.bulkWrite(
        own.map(({ contactId, deletedAt }) => ({
          deleteOne: { filter: { _id: contactId, deleted_at: deletedAt } },
        })),
      );
    },
  };
}
