import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { EndpointCount, Sequences, SequenceStore } from './ports.ts';

/** One document per workspace, from its first endpoint on. */
interface SequenceDocument extends Sequences {
  readonly _id: string;
}

const schema = tenantSchema<SequenceDocument>({
  _id: String,
  endpoint_count: Number,
  event_sequence: Number,
  endpoint_sequences: Object,
});

export interface SequenceStores {
  readonly sequences: SequenceStore;
  readonly endpointCount: EndpointCount;
}

export function createSequenceStores(connection: Connection): SequenceStores {
  const documents: Model<SequenceDocument> = defineModel(connection, 'sequences', schema);
  return { sequences: createSequenceStore(documents), endpointCount: createEndpointCount(documents) };
}

function createSequenceStore(documents: Model<SequenceDocument>): SequenceStore {
  return {
    find: async (workspaceIds) => {
      const found = await documents.find({ _id: { $in: [...workspaceIds] } }).lean<SequenceDocument[]>();
      return new Map(found.map(({ _id, ...sequences }) => [_id, sequences]));
    },
    advance: async (before, after) => {
      const changes = [...after.values()]
        .filter(
          ({ workspace_id: id, event_sequence: sequence }) => sequence !== before.get(id)?.event_sequence,
        )
        .map((sequences) => toUpdate(sequences, before.get(sequences.workspace_id)));
      if (changes.length > 0) await documents.bulkWrite(changes);
    },
    take: async ({ id, workspaceId: _id }, count) => {
      const path = `endpoint_sequences.${id}`;
      const after = await documents
        .findOneAndUpdate(
          { _id, [path]: { $exists: true } },
          { $inc: { [path]: count } },
          { returnDocument: 'after' },
        )
        .lean<SequenceDocument>();
      const last = after?.endpoint_sequences[id];
      return last === undefined ? undefined : last - count + 1;
    },
  };
}

/** Sets only the numbers that changed: another request may add or remove an endpoint of the same document. */
function toUpdate(after: Sequences, before: Sequences | undefined) {
  const previous = before?.endpoint_sequences ?? {};
  const endpointSequences = Object.entries(after.endpoint_sequences)
    .filter(([id, sequence]) => previous[id] !== sequence)
    .map(([id, sequence]) => [`endpoint_sequences.${id}`, sequence] as const);
  const $set = { event_sequence: after.event_sequence, ...Object.fromEntries(endpointSequences) };
  return { updateOne: { filter: { _id: after.workspace_id }, update: { $set } } };
}

/** Concurrent additions write the same document, so their transactions run one after another. */
function createEndpointCount(documents: Model<SequenceDocument>): EndpointCount {
  return {
    add: async (endpointId, max) => {
      const _id = requireWorkspaceId();
      const $setOnInsert = { endpoint_count: 0, event_sequence: 0, endpoint_sequences: {} };
      await documents.updateOne({ _id }, { $setOnInsert }, { upsert: true });
      const added = await documents.updateOne(
        { _id, endpoint_count: { $lt: max } },
        { $inc: { endpoint_count: 1 }, $set: { [`endpoint_sequences.${endpointId}`]: 0 } },
      );
      return added.matchedCount === 1;
    },
    remove: async (endpointId) => {
      const change = { $inc: { endpoint_count: -1 }, $unset: { [`endpoint_sequences.${endpointId}`]: 1 } };
      await documents.updateOne({ _id: requireWorkspaceId() }, change);
    },
  };
}
