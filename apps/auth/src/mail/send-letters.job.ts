import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import type { MailServer } from '@outreach/system-mail';
import type { Letter, SealedLetter } from './letter.ts';

type LetterRow = WorkFields & SealedLetter;

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 2;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 300_000;

const letters = counter(
  'system_letters_total',
  'Letters of the product itself, by outcome: accepted, refused, later, unknown or expired.',
  ['outcome'],
);

export interface SendLettersOptions {
  readonly queue: WorkQueue<LetterRow>;
  readonly open: (sealed: Pick<SealedLetter, 'sealed_letter'>) => Letter;
  readonly server: MailServer;
  readonly base: ServiceBase;
}

/**
 * Sends queued letters, each at most once. A letter that the server did not take for certain is sent again after a pause,
 * until it expires.
 */
export function sendLettersJob(options: SendLettersOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'letters',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => send(options, claim),
    logger: base.logger,
  });
}

async function send(options: SendLettersOptions, claim: Claim<LetterRow>): Promise<void> {
  const { queue, server, open } = options;
  const { clock, logger } = options.base;
  const { row, id } = claim;
  const isExpired = row.expires_at.getTime() <= clock.now();
  if (isExpired || row.is_in_dialog) {
    letters.inc({ outcome: isExpired ? 'expired' : 'unknown' });
    requireClaim(await queue.complete(claim));
    return;
  }
  requireClaim(await queue.renew(claim, { is_in_dialog: true }));
  const result = await server.send(open(row));
  letters.inc({ outcome: result.kind });
  if (result.kind !== 'accepted')
    logger.warn(
      { letter_id: id, purpose: row.purpose, outcome: result.kind, reason: result.reason },
      'a letter was not accepted',
    );
  if (result.kind === 'later') {
    const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (claim.attempt - 1));
    requireClaim(await queue.retryAt(claim, new Date(clock.now() + pauseMs), { is_in_dialog: false }));
    return;
  }
  requireClaim(await queue.complete(claim));
}
