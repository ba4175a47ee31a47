import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { PasswordResetPorts, SealedRequest } from './ports.ts';
import { writeLetter } from './write-letter.ts';

type ResetRequest = WorkFields & SealedRequest;

const SLOTS = 4;

export interface WriteLettersOptions extends Pick<PasswordResetPorts, 'users' | 'tokens' | 'mail' | 'clock'> {
  readonly queue: WorkQueue<ResetRequest>;
  readonly usernameOf: (request: SealedRequest) => string;
  readonly base: ServiceBase;
}

/** Looks up the usernames that asked for a letter, and queues the letters in the transactions that end the requests. */
export function writeLettersJob(options: WriteLettersOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'reset-requests',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS,
    handle: async (claim) => handle(options, claim),
    logger: base.logger,
  });
}

async function handle(options: WriteLettersOptions, claim: Claim<ResetRequest>): Promise<void> {
  const { queue, usernameOf, base } = options;
  const username = usernameOf(claim.row);
  await base.units.unitOfWork(async () => {
    await writeLetter(options, username);
    requireClaim(await queue.complete(claim));
  });
}
