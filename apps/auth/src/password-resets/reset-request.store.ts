import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { bytesOf, defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Sealer } from '@outreach/mongo-kit/sealing';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection } from 'mongoose';
import type { ResetRequests, SealedRequest } from './ports.ts';

type ResetRequest = WorkFields & SealedRequest;

const schema = tenantSchema<ResetRequest>(
  { _id: String, sealed_username: { type: Buffer, required: true }, ...workFields },
  [workIndex],
);

export interface ResetRequestOptions {
  readonly connection: Connection;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly leaseMs: number;
}

export interface ResetRequestStore {
  readonly requests: ResetRequests;
  readonly queue: WorkQueue<ResetRequest>;
  readonly usernameOf: (request: SealedRequest) => string;
}

export function createResetRequests(options: ResetRequestOptions): ResetRequestStore {
  const { connection, sealer, clock, ids } = options;
  const model = defineModel(connection, 'reset_requests', schema);
  const queue = createWorkQueue<ResetRequest>({ ...options, model });
  const requests: ResetRequests = {
    add: async (username) => {
      const row = {
        _id: ids('rrq'),
        workspace_id: '',
        sealed_username: sealer.seal(Buffer.from(username, 'utf8')),
        due_at: new Date(clock.now()),
        lease_token: null,
        attempts: 0,
      };
      await runAsSystem('a username is looked up later, before its workspace is known', async () =>
        model.insertMany([row], { lean: true }),
      );
      queue.wakeUp.raise();
    },
  };
  return {
    requests,
    queue,
    usernameOf: ({ sealed_username: sealed }) => sealer.open(bytesOf(sealed)).toString('utf8'),
  };
}
