import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { AccountWork } from './ports.ts';

/** Longer than a DNS check. */
const DNS_LEASE_MS = 30_000;
/** Longer than a test of all servers. */
const RECONNECT_LEASE_MS = 60_000;

const COUNT_MAX = 10_000;
/** The name of `workIndex`. */
const DUE_INDEX = 'work_due';

const createSchema = () => tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);
const checkSchema = createSchema();
const reconnectSchema = createSchema();

/** `_id` is the id of the account. */
export interface StoredAccountWork {
  readonly work: AccountWork;
  readonly checks: WorkQueue<WorkFields>;
  readonly reconnects: WorkQueue<WorkFields>;
}

export function createAccountWork(base: ServiceBase): StoredAccountWork {
  const { connection } = base.mongo;
  const checkRows: Model<WorkFields> = defineModel(connection, 'account_dns_checks', checkSchema);
  const reconnectRows: Model<WorkFields> = defineModel(connection, 'account_reconnects', reconnectSchema);
  const checks = createWorkQueue<WorkFields>({ ...base, model: checkRows, leaseMs: DNS_LEASE_MS });
  const reconnects = createWorkQueue<WorkFields>({
    ...base,
    model: reconnectRows,
    leaseMs: RECONNECT_LEASE_MS,
  });
  const request = async (rows: Model<WorkFields>, id: string, at: Date): Promise<void> => {
    // Without a token a running worker loses its claim: it may have read the account before the change.
    await rows.updateOne(
      { _id: id },
      { $set: { due_at: at, lease_token: null, attempts: 0 } },
      { upsert: true },
    );
  };
  return {
    checks,
    reconnects,
    work: {
      checkDns: async (accountId, at) => {
        await request(checkRows, accountId, at);
        base.units.afterCommit(() => checks.wakeUp.raise());
      },
      reconnect: async (accountId, at) => {
        await request(reconnectRows, accountId, at);
        base.units.afterCommit(() => reconnects.wakeUp.raise());
      },
      endReconnect: async (accountId) => {
        await reconnectRows.deleteOne({ _id: accountId });
      },
      countReconnects: async () =>
        runAsSystem('a metric counts the accounts in error of all workspaces', async () =>
          reconnectRows.countDocuments({ due_at: { $type: 'date' } }, { limit: COUNT_MAX }).hint(DUE_INDEX),
        ),
      remove: async (accountId) => {
        await checkRows.deleteOne({ _id: accountId });
        await reconnectRows.deleteOne({ _id: accountId });
      },
    },
  };
}
