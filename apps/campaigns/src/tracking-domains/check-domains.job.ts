import type { ServiceBase } from '@outreach/app-kit';
import { campaignErrors } from '@outreach/contracts-campaigns';
import { AppError } from '@outreach/errors';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { checkDomain } from './check-domain.ts';
import type { DomainPorts } from './ports.ts';
import { recordCheck } from './record-check.ts';
import type { CheckError } from './tracking-domain.ts';

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 2;
export const CHECK_EVERY_MS = 24 * 60 * 60 * 1_000;
/** Spreads the checks of domains that were verified together. */
const SPREAD_MS = 60 * 60 * 1_000;

export interface CheckDomainsJobOptions extends DomainPorts {
  readonly queue: WorkQueue<WorkFields>;
  readonly base: Pick<ServiceBase, 'random' | 'logger' | 'inWorkspace' | 'units'>;
}

/** Checks the DNS records of each domain every 24 hours after its first check. */
export function checkDomainsJob(options: CheckDomainsJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'check-tracking-domains',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => check(options, claim),
    logger: base.logger,
  });
}

async function check(options: CheckDomainsJobOptions, claim: Claim<WorkFields>): Promise<void> {
  const { domains, resolver, target, base } = options;
  const { id, workspaceId } = claim;
  const found = await base.inWorkspace({ workspaceId }, async () => domains.find(id));
  const error = found === undefined ? null : await checkDomain(resolver, found.domain, target);
  try {
    await record(options, claim, error);
  } catch (thrown) {
    if (!isTaken(thrown)) throw thrown;
    await record(options, claim, thrown.message);
  }
}

async function record(
  options: CheckDomainsJobOptions,
  claim: Claim<WorkFields>,
  error: CheckError,
): Promise<void> {
  const { queue, clock } = options;
  const { inWorkspace, units, random } = options.base;
  const { id, workspaceId } = claim;
  await inWorkspace({ workspaceId }, async () =>
    units.unitOfWork(async () => {
      const recorded = await recordCheck(options, { id, workspace_id: workspaceId }, error);
      const next = new Date(clock.now() + CHECK_EVERY_MS + Math.floor(random() * SPREAD_MS));
      requireClaim(
        recorded === undefined
          ? await queue.complete(claim)
          : await queue.retryAt(claim, next, { attempts: 0 }),
      );
    }),
  );
}

function isTaken(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.details['reason'] === campaignErrors.domainTaken.reason;
}
