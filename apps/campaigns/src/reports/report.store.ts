import { createHash } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import { bytesOf, defineModel, runAsSystem, tenantSchema, type StoredBytes } from '@outreach/mongo-kit';
import { findPage } from '@outreach/mongo-kit/paging';
import type { Model } from 'mongoose';
import type { ReportStore } from './ports.ts';
import type { Report } from './report.ts';

type ReportDocument = Omit<Report, 'id' | 'token'> & {
  readonly _id: string;
  readonly token_digest: string;
  readonly sealed_token: StoredBytes;
};

const schema = tenantSchema<ReportDocument>(
  {
    _id: String,
    name: { type: String, required: true },
    client_id: { type: String, default: null },
    campaign_ids: { type: [String], required: true },
    from: { type: Date, default: null },
    to: { type: Date, default: null },
    expires_at: { type: Date, default: null },
    token_digest: { type: String, required: true },
    sealed_token: { type: Buffer, required: true },
    created_at: { type: Date, required: true },
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    // The address names no workspace.
    [{ token_digest: 1 }, { name: 'by_token', unique: true }],
  ],
);

/** The sealed field of the collection. */
export const SEALED_REPORTS = { collection: 'reports', fields: ['sealed_token'] } as const;

export function createReportStore({ mongo, cursors, sealer }: ServiceBase): ReportStore {
  const model: Model<ReportDocument> = defineModel(mongo.connection, 'reports', schema);
  const toReport = ({ _id, sealed_token, token_digest: _digest, ...report }: ReportDocument): Report => ({
    id: _id,
    ...report,
    token: sealer.open(bytesOf(sealed_token)).toString('utf8'),
  });
  return {
    find: async (id) => {
      const found = await model.findOne({ _id: id }).lean<ReportDocument>();
      return found === null ? undefined : toReport(found);
    },
    findByToken: async (token) =>
      runAsSystem('the address of a page names no workspace', async () => {
        const found = await model.findOne({ token_digest: digestOf(token) }).lean<ReportDocument>();
        return found === null ? undefined : toReport(found);
      }),
    list: async (page) => findPage(cursors, { model, list: 'reports', page, toItem: toReport }),
    insert: async ({ id, token, ...report }) => {
      const sealed_token = sealer.seal(Buffer.from(token, 'utf8'));
      const row = { _id: id, ...report, token_digest: digestOf(token), sealed_token };
      await model.insertMany([row], { lean: true });
    },
    remove: async (id) => {
      await model.deleteOne({ _id: id });
    },
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
