import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Rescores } from './ports.ts';

const DUE_MAX = 100;

/** One document per workspace; `_id` is the id of the workspace. */
interface RescoreDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly request_id: string;
  readonly requested_at: Date;
  readonly pass: number;
  readonly after: string | null;
  readonly due_at: Date;
}

const schema = tenantSchema<RescoreDocument>({
  _id: String,
  request_id: { type: String, required: true },
  requested_at: Date,
  pass: Number,
  after: String,
  due_at: Date,
});

export function createRescores(connection: Connection): Rescores {
  const rescores: Model<RescoreDocument> = defineModel(connection, 'contact_rescores', schema);
  return {
    request: async (requestId, at) => {
      const first = { request_id: requestId, requested_at: at, pass: 1, after: null, due_at: at };
      await rescores.updateOne({ _id: requireWorkspaceId() }, { $set: first }, { upsert: true });
    },
    due: async (at) =>
      runAsSystem('one job scores the contacts of all workspaces', async () => {
        const found = await rescores
          .find({ due_at: { $lte: at } })
          .sort({ due_at: 1 })
          .limit(DUE_MAX)
          .lean<RescoreDocument[]>();
        return found.map((step) => ({
          workspaceId: step.workspace_id,
          requestId: step.request_id,
          requestedAt: step.requested_at,
          pass: step.pass,
          after: step.after,
        }));
      }),
    proceed: async ({ workspaceId, requestId, pass, after }, next) => {
      const step = { _id: workspaceId, request_id: requestId, pass, after };
      if (next === undefined) return (await rescores.deleteOne(step)).deletedCount === 1;
      const fields = { pass: next.pass, after: next.after, due_at: next.dueAt };
      return (await rescores.updateOne(step, { $set: fields })).matchedCount === 1;
    },
  };
}
