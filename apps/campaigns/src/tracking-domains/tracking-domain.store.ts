import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { VerifiedDomain } from './choose-domain.ts';
import type { TrackingDomainStore } from './ports.ts';
import type { TrackingDomain } from './tracking-domain.ts';

type DomainDocument = Omit<TrackingDomain, 'id'> & {
  readonly _id: string;
  /** Incremented by each account that starts to use the domain, so that a concurrent deletion conflicts with it. */
  readonly holds?: number;
};

interface LockDocument {
  /** Id of the workspace. */
  readonly _id: string;
  /** Changes of the domains of the workspace. */
  readonly changes: number;
}

const VERIFIED = { status: 'verified' } as const;

const schema = tenantSchema<DomainDocument>(
  {
    _id: String,
    domain: { type: String, required: true },
    status: { type: String, required: true },
    is_default: { type: Boolean, required: true },
    failures_in_row: { type: Number, required: true },
    last_checked_at: { type: Date, default: null },
    error: { type: String, default: null },
    created_at: { type: Date, required: true },
    version: { type: Number, required: true },
    holds: Number,
  },
  [
    [
      { workspace_id: 1, domain: 1 },
      { name: 'one_per_name', unique: true },
    ],
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ domain: 1 }, { name: 'verified_once', unique: true, partialFilterExpression: VERIFIED }],
  ],
);

const lockSchema = tenantSchema<LockDocument>({ _id: String, changes: Number });

export function createTrackingDomainStore(connection: Connection, cursors: Cursors): TrackingDomainStore {
  const model: Model<DomainDocument> = defineModel(connection, 'tracking_domains', schema);
  const locks: Model<LockDocument> = defineModel(connection, 'tracking_domain_locks', lockSchema);
  return {
    ...createReads(model, cursors),
    lock: async (workspaceId) => {
      await locks.updateOne({ _id: workspaceId }, { $inc: { changes: 1 } }, { upsert: true });
    },
    insert: async ({ id, ...domain }) => {
      await model.insertMany([{ _id: id, ...domain }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...domain }) => {
      await model.updateOne({ _id: id }, { $set: domain });
    },
    clearDefault: async () => {
      const change = { $set: { is_default: false }, $inc: { version: 1 } };
      await model.updateMany({ is_default: true }, change);
    },
    remove: async (id) => {
      await model.deleteOne({ _id: id });
    },
    hold: async (id) => {
      const { matchedCount } = await model.updateOne({ _id: id }, { $inc: { holds: 1 } });
      return matchedCount === 1;
    },
    ownerOf: async (domain) =>
      runAsSystem('a domain is verified in one workspace only', async () => {
        const found = await model
          .findOne({ domain, ...VERIFIED }, { workspace_id: 1 })
          .lean<Pick<DomainDocument, 'workspace_id'>>();
        return found?.workspace_id;
      }),
  };
}

function createReads(model: Model<DomainDocument>, cursors: Cursors) {
  return {
    find: async (id: string): Promise<TrackingDomain | undefined> => {
      const found = await model.findOne({ _id: id }).lean<DomainDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    list: async (page: Parameters<TrackingDomainStore['list']>[0]) =>
      findPage(cursors, { model, list: 'tracking_domains', page, toItem: fromDocument }),
    listVerified: async (): Promise<readonly VerifiedDomain[]> => {
      const found = await model
        .find(VERIFIED, { domain: 1, is_default: 1 })
        .sort({ created_at: 1, _id: 1 })
        .lean<Pick<DomainDocument, '_id' | 'domain' | 'is_default'>[]>();
      return found.map(({ _id: id, domain, is_default }) => ({ id, domain, is_default }));
    },
    count: async () => model.countDocuments(),
    hasName: async (domain: string) => (await model.exists({ domain })) !== null,
    hasDefault: async () => (await model.exists({ is_default: true })) !== null,
  };
}

function fromDocument({ _id, holds: _holds, ...domain }: DomainDocument): TrackingDomain {
  return { id: _id, ...domain };
}
