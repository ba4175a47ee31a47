import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Sweep, Sweeps } from '../domain/ports.ts';
import type { ContactDocument } from './contact-document.store.ts';

const CONTACTS_PER_STEP_MAX = 1_000;
const SWEEPS_PER_ROUND_MAX = 100;

interface SweepDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly kind: Sweep['kind'];
}

const schema = tenantSchema<SweepDocument>({ _id: String, kind: { type: String, required: true } });

export interface StoredSweeps extends Sweeps {
  /** Removes what waits to be removed, in steps; answers how many contacts it touched. No event, no updated_at. */
  sweepRound(signal: AbortSignal): Promise<number>;
}

export function createSweeps(connection: Connection, contacts: Model<ContactDocument>): StoredSweeps {
  const sweeps: Model<SweepDocument> = defineModel(connection, 'contact_sweeps', schema);
  return {
    add: async ({ kind, id }) => {
      await sweeps.insertMany([{ _id: id, kind }], { lean: true });
    },
    sweepRound: async (signal) =>
      runAsSystem('traces of what is gone are removed by one job', async () => {
        const waiting = await sweeps.find().limit(SWEEPS_PER_ROUND_MAX).lean<SweepDocument[]>();
        let touched = 0;
        for (const sweep of waiting) {
          touched += await sweepContacts(contacts, sweep, signal);
          if (signal.aborted) break;
          await sweeps.deleteOne({ _id: sweep._id, workspace_id: sweep.workspace_id });
        }
        return touched;
      }),
  };
}

async function sweepContacts(
  contacts: Model<ContactDocument>,
  { _id: id, kind, workspace_id }: SweepDocument,
  signal: AbortSignal,
): Promise<number> {
  const trace = kind === 'segment' ? { segment_ids: id } : { [`custom_fields.${id}`]: { $exists: true } };
  const removal =
    kind === 'segment'
      ? { $pull: { segment_ids: id } }
      : { $unset: { [`custom_fields.${id}`]: '', [`folded.${id}`]: '' } };
  const filter = { workspace_id, is_deleted: { $in: [false, true] }, ...trace };
  let touched = 0;
  while (!signal.aborted) {
    const found = await contacts
      .find(filter, { _id: 1 })
      .limit(CONTACTS_PER_STEP_MAX)
      .lean<{ _id: string }[]>();
    if (found.length === 0) break;
    const ids = found.map(({ _id }) => _id);
    await contacts.updateMany({ workspace_id, _id: { $in: ids } }, removal);
    touched += ids.length;
  }
  return touched;
}
