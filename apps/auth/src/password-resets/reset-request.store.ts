import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { bytesOf, defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { ResetRequests, SealedRequest } from './ports.ts';

type ResetRequest = WorkFields & SealedRequest;

const schema = tenantSchema<ResetRequest>(
  { _id: String, sealed_username: { type: Buffer, required: true }, ...workFields },
  [workIndex],
);

const LEASE_MS = 15_000;

export interface ResetRequestStore {
  readonly requests: ResetRequests;
  readonly queue: WorkQueue<ResetRequest>;
  readonly usernameOf: (request: SealedRequest) => string;
}

export function createResetRequests(base: ServiceBase): ResetRequestStore {
  const { mongo, sealer, clock, ids } = base;
  const model = defineModel(mongo.connection, 'reset_requests', schema);
  const queue = createWorkQueue<ResetRequest>({ ...base, model, leaseMs: LEASE_MS });
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
