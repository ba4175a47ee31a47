import { runAsSystem } from '@outreach/mongo-kit';
import type { Connection } from 'mongoose';
import { sendModel, type SendDocument } from '../sends/index.ts';
import type { ReportedSend, ReportedSends } from './ports.ts';

const REASON = 'a platform reports emails of all workspaces';
const FIELDS = { workspace_id: 1, campaign_id: 1, status: 1, sent_at: 1 } as const;

type Row = Pick<SendDocument, '_id' | keyof typeof FIELDS>;

export function createReportedSends(connection: Connection): ReportedSends {
  const sends = sendModel(connection);
  const read = async (ids: readonly string[]): Promise<readonly ReportedSend[]> => {
    const found = await sends.find({ _id: { $in: [...ids] } }, FIELDS).lean<Row[]>();
    return found.map(({ _id: id, ...send }) => ({ id, ...send }));
  };
  return { findByIds: async (ids) => runAsSystem(REASON, async () => read(ids)), readByIds: read };
}
