import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { checkAccountDomain, recordDns } from './record-dns.ts';
import type { AccountPorts } from './ports.ts';

const SLOTS = 8;
const SLOTS_PER_WORKSPACE = 2;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;
/** Spreads the checks of accounts that were created together. */
const SPREAD_MS = 60 * 60 * 1000;

export interface CheckDnsJobOptions extends AccountPorts {
  readonly queue: WorkQueue<WorkFields>;
  readonly base: Pick<ServiceBase, 'random' | 'logger' | 'inWorkspace' | 'units'>;
}

/**
 * Checks the DNS records of each account after its creation and every 24 hours. The same round seals passwords of a
 * previous key again and evaluates the health.
 */
export function checkDnsJob(options: CheckDnsJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'check-account-dns',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => check(options, claim),
    logger: base.logger,
  });
}

async function check(options: CheckDnsJobOptions, claim: Claim<WorkFields>): Promise<void> {
  const { queue, clock } = options;
  const { inWorkspace, units, random } = options.base;
  const { id, workspaceId } = claim;
  const checked = await inWorkspace({ workspaceId }, async () => checkAccountDomain(options, id));
  await inWorkspace({ workspaceId }, async () =>
    units.unitOfWork(async () => {
      if (checked === undefined) {
        requireClaim(await queue.complete(claim));
        return;
      }
      const next = new Date(clock.now() + CHECK_EVERY_MS + Math.floor(random() * SPREAD_MS));
      requireClaim(await queue.retryAt(claim, next, { attempts: 0 }));
      await recordDns(options, id, checked);
    }),
  );
}
