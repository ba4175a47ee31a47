import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { reconnectPauseMs } from './reconnect-pauses.ts';
import { recordConnection, testServers } from './test-account.ts';
import type { AccountPorts } from './ports.ts';

const SLOTS = 8;
const SLOTS_PER_WORKSPACE = 2;
export interface ReconnectJobOptions extends AccountPorts {
  readonly queue: WorkQueue<WorkFields>;
  readonly base: Pick<ServiceBase, 'logger' | 'inWorkspace' | 'units'>;
}

/** Logs in to the servers of accounts in error, with growing pauses. A success makes the account active again. */
export function reconnectJob(options: ReconnectJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'reconnect-accounts',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => reconnect(options, claim),
    logger: base.logger,
  });
}

async function reconnect(options: ReconnectJobOptions, claim: Claim<WorkFields>): Promise<void> {
  const { queue, accounts, clock } = options;
  const { inWorkspace, units } = options.base;
  const { id, workspaceId, attempt } = claim;
  const account = await inWorkspace({ workspaceId }, async () => accounts.find(id));
  if (account?.status !== 'error') {
    await inWorkspace({ workspaceId }, async () => queue.complete(claim));
    return;
  }
  const { error } = await testServers(options, account);
  await inWorkspace({ workspaceId }, async () =>
    units.unitOfWork(async () => {
      const next = new Date(clock.now() + reconnectPauseMs(attempt));
      requireClaim(error === null ? await queue.complete(claim) : await queue.retryAt(claim, next));
      await recordConnection(options, { account, error });
    }),
  );
}
