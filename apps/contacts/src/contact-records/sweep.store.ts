import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { ContactDocument } from './contact-document.store.ts';
import type { Sweep, SweepQueue, WaitingSweep } from './ports.ts';

const CONTACTS_PER_STEP_MAX = 1_000;
const SWEEPS_PER_ROUND_MAX = 100;
const REASON = 'one job removes values of deleted fields and segments from the contacts of all workspaces';

interface SweepDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly kind: Sweep['kind'];
}

const schema = tenantSchema<SweepDocument>({ _id: String, kind: { type: String, required: true } });

export function createSweepQueue(connection: Connection): SweepQueue {
  const sweeps: Model<SweepDocument> = defineModel(connection, 'contact_sweeps', schema);
  return {
    add: async ({ kind, id }) => {
      await sweeps.insertMany([{ _id: id, kind }], { lean: true });
    },
    waiting: async () =>
      runAsSystem(REASON, async () => {
        const found = await sweeps.find().limit(SWEEPS_PER_ROUND_MAX).lean<SweepDocument[]>();
        return found.map(({ _id, kind, workspace_id }) => ({ id: _id, kind, workspaceId: workspace_id }));
      }),
    finish: async ({ id, workspaceId }) => {
      await runAsSystem(REASON, async () => sweeps.deleteOne({ _id: id, workspace_id: workspaceId }));
    },
  };
}

/**
 * Removes the values from contacts, in steps. It emits no event and changes no updated_at. False if it was stopped.
 */
export async function sweepContacts(
  contacts: Model<ContactDocument>,
  { id, kind, workspaceId: workspace_id }: WaitingSweep,
  signal: AbortSignal,
): Promise<boolean> {
  const value = kind === 'segment' ? { segment_ids: id } : { [`custom_fields.${id}`]: { $exists: true } };
  const removal =
    kind === 'segment'
      ? { $pull: { segment_ids: id } }
      : { $unset: { [`custom_fields.${id}`]: '', [`folded.${id}`]: '' } };
  const filter = { workspace_id, is_deleted: { $in: [false, true] }, ...value };
  return runAsSystem(REASON, async () => {
    while (!signal.aborted) {
      const found = await contacts
        .find(filter, { _id: 1 })
        .limit(CONTACTS_PER_STEP_MAX)
        .lean<{ _id: string }[]>();
      if (found.length === 0) return true;
      const ids = found.map(({ _id }) => _id);
      await contacts.updateMany({ workspace_id, _id: { $in: ids } }, removal);
    }
    return false;
  });
}
