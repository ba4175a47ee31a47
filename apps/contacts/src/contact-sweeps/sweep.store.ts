import type { Connection, Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { ContactCollection } from '../contact-store/index.ts';
import type { SweepFields, Sweeps, WaitingSweep } from './ports.ts';

const CONTACTS_PER_STEP_MAX = 1_000;
/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;
const REASON = 'one job removes values of deleted fields and segments from the contacts of all workspaces';

interface SweepDocument extends WorkFields, SweepFields {}

const schema = tenantSchema<SweepDocument>(
  { _id: String, kind: { type: String, required: true }, is_recheck: Boolean, ...workFields },
  [workIndex],
);

export interface StoredSweeps extends Sweeps {
  /** The sweeps of all workspaces. */
  readonly queue: WorkQueue<WorkFields & SweepFields>;
}

export interface SweepStoreOptions {
  readonly mongo: { readonly connection: Connection };
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
}

export function createSweeps({ mongo, units, clock, ids }: SweepStoreOptions): StoredSweeps {
  const model: Model<SweepDocument> = defineModel(mongo.connection, 'contact_sweeps', schema);
  const queue = createWorkQueue<SweepDocument>({ model, clock, ids, leaseMs: LEASE_MS });
  return {
    queue,
    add: async ({ kind, id }) => {
      const work = { due_at: new Date(clock.now()), lease_token: null, attempts: 0 };
      await model.insertMany([{ _id: id, kind, ...work }], { lean: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}

/**
 * Removes the values from contacts, in steps. It emits no event and changes no updated_at. A contact that loses a value
 * gets the next version: a change that has read the value before does not write it again. False if it was stopped.
 */
export async function sweepContacts(
  contacts: ContactCollection,
  { id, kind, workspaceId: workspace_id }: WaitingSweep,
  signal: AbortSignal,
): Promise<boolean> {
  const value = kind === 'segment' ? { segment_ids: id } : { [`custom_fields.${id}`]: { $exists: true } };
  const removal =
    kind === 'segment'
      ? { $pull: { segment_ids: id } }
      : { $unset: { [`custom_fields.${id}`]: '', [`comparable.${id}`]: '' }, $inc: { version: 1 } };
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
