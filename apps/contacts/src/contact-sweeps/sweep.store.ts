import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { defineContacts, type ContactCollection } from '../contact-store/index.ts';
import type { SweepFields, Sweeps, SweptContacts, WaitingSweep } from './ports.ts';

const CONTACTS_PER_STEP_MAX = 1_000;
/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;
const REASON = 'one job removes values of deleted fields and segments from the contacts of all workspaces';

interface SweepDocument extends WorkFields, SweepFields {}

const schema = tenantSchema<SweepDocument>(
  { _id: String, kind: { type: String, required: true }, is_recheck: Boolean, ...workFields },
  [workIndex],
);

export function createSweeps({
  mongo,
  units,
  clock,
  ids,
}: ServiceBase): Sweeps & SweptContacts & { readonly queue: WorkQueue<WorkFields & SweepFields> } {
  const contacts = defineContacts(mongo.connection);
  const model: Model<SweepDocument> = defineModel(mongo.connection, 'contact_sweeps', schema);
  const queue = createWorkQueue<SweepDocument>({ model, clock, ids, leaseMs: LEASE_MS });
  return {
    queue,
    removeValues: async (sweep, signal) => removeValues(contacts, sweep, signal),
    add: async ({ kind, id }) => {
      const work = { due_at: new Date(clock.now()), lease_token: null, attempts: 0 };
      await model.insertMany([{ _id: id, kind, ...work }], { lean: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}

/** A contact that loses a value gets the next version: a change that has read the value before does not write it again. */
async function removeValues(
  contacts: ContactCollection,
  { id, kind, workspaceId: workspace_id }: WaitingSweep,
  signal: AbortSignal,
): Promise<boolean> {
  return runAsSystem(REASON, async () => {
    for (const is_deleted of [false, true]) {
      const scope = { workspace_id, is_deleted };
      const ids = kind === 'segment' ? idsOfSegment(contacts, scope, id) : idsOf(contacts, scope);
      for await (const page of ids) {
        if (signal.aborted) return false;
        const filter = { workspace_id, _id: { $in: page } };
        if (kind === 'segment') await contacts.updateMany(filter, { $pull: { segment_ids: id } });
        else await removeValue(contacts, filter, id);
      }
    }
    return true;
  });
}

interface SweepScope {
  readonly workspace_id: string;
  readonly is_deleted: boolean;
}

type Ids = AsyncGenerator<readonly string[], void, undefined>;

/** An update removes its contacts from the index of segments, so each page is the first one. */
async function* idsOfSegment(contacts: ContactCollection, scope: SweepScope, segmentId: string): Ids {
  const query = contacts.find({ ...scope, segment_ids: segmentId }, { _id: 1 }).limit(CONTACTS_PER_STEP_MAX);
  for (;;) {
    const found = await query.clone().lean<{ _id: string }[]>();
    if (found.length === 0) return;
    yield found.map(({ _id }) => _id);
  }
}

/** All contacts in the order of their creation, read from the index alone: no index has the values of custom fields. */
async function* idsOf(contacts: ContactCollection, scope: SweepScope): Ids {
  let after = {};
  for (;;) {
    const found = await contacts
      .find({ ...scope, ...after }, { _id: 1, created_at: 1 })
      .hint('by_creation')
      .sort({ created_at: 1, _id: 1 })
      .limit(CONTACTS_PER_STEP_MAX)
      .lean<{ _id: string; created_at: Date }[]>();
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(({ _id }) => _id);
    const { created_at: at } = last;
    after = { created_at: { $gte: at }, $or: [{ created_at: { $gt: at } }, { _id: { $gt: last._id } }] };
  }
}

async function removeValue(contacts: ContactCollection, filter: object, fieldId: string): Promise<void> {
  const path = `custom_fields.${fieldId}`;
  await contacts.updateMany(
    { ...filter, [path]: { $exists: true } },
    { $unset: { [path]: '', [`comparable.${fieldId}`]: '' }, $inc: { version: 1 } },
  );
}
