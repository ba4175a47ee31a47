import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import { AppError } from '@outreach/errors';
import { currentCall, type Clock, type Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { createOutageGrace, type OutageGrace } from './outage-grace.ts';
import type {
  AccountPace,
  ClaimedSend,
  DueSend,
  DueSends,
  HasUnsubscribes,
  PreparePorts,
  SendClaims,
  SenderRoom,
  SendJournal,
} from './ports.ts';
import { prepareClaims } from './prepare-claims.ts';
import { isAnswer, type ReadySend, type RefusedSend } from './prepare-sends.ts';
import type { AnswerPlaces, RetryPlaces } from '../planning/index.ts';
import { placeRetries } from './place-retries.job.ts';
import type { ClaimReturns } from './return-claims.job.ts';
import type { EmailSender } from './send-emails.job.ts';
import { countUnknown } from './send-one.job.ts';
import type { EmailSubmitter } from './submit-emails.job.ts';
import { toClaim } from './to-claim.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

const BATCH_MAX = 500;
/** Backstop: sends that another worker queues are found within this time. */
const POLL_MS = 5_000;
const PAUSE_MS_MIN = 20;
/** Pause until it is asked again whether the unsubscribes are stored that the broker took. */
const UNSUBSCRIBES_MS = 100;
/** Claims are due again after this time when their checks failed, for example because contacts is unavailable. */
const AGAIN_MS = 5_000;
/** Pause after the journal could not be written, for example because the disk is full. */
const JOURNAL_MS = 1_000;
/** Workspaces that are checked concurrently. */
const CONCURRENT_MAX = 8;

export interface ClaimSendsOptions extends PreparePorts {
  readonly retryPlaces: RetryPlaces;
  readonly answerPlaces: AnswerPlaces;
  readonly claims: SendClaims;
  readonly journal: SendJournal;
  readonly sender: Pick<EmailSender, 'requestRoom' | 'reserve' | 'cancel' | 'push'>;
  readonly submitter: Pick<EmailSubmitter, 'fullAccountIds' | 'take'>;
  readonly returns: Pick<ClaimReturns, 'add'>;
  readonly outcomes: Pick<OutcomeWriter, 'add'>;
  readonly pace: AccountPace;
  readonly hasUnsubscribes: HasUnsubscribes;
  /** Time in ms after an outage of the database in which expired claims of other workers are left alone. */
  readonly graceMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wakeUp: WakeUp;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units'>;
  /** True for a send that this process has claimed and not settled. */
  readonly isOpen: (sendId: string) => boolean;
}

/** Claims due sends, checks them in bulk, and passes them to the sender. */
export function claimSendsJob(options: ClaimSendsOptions): Job {
  const { clock, wakeUp } = options;
  const grace = createOutageGrace(() => clock.now(), options.graceMs);
  const mayStart = createStartCheck(options);
  return pollingJob({
    name: 'claim-sends',
    everyMs: POLL_MS,
    clock,
    wakeUp,
    run: async () => ((await mayStart()) ? claimRound(options, grace) : UNSUBSCRIBES_MS),
  });
}

/** Unsubscribes that came while no process ran are stored before the first claim. Logs the wait for them once. */
function createStartCheck({
  hasUnsubscribes,
  logger,
}: Pick<ClaimSendsOptions, 'hasUnsubscribes' | 'logger'>): () => Promise<boolean> {
  let state: 'new' | 'waiting' | 'started' = 'new';
  return async () => {
    if (state === 'started') return true;
    const mayStart = await hasUnsubscribes();
    if (!mayStart && state === 'new')
      logger.info('no email is sent until the unsubscribes at the broker are stored');
    state = mayStart ? 'started' : 'waiting';
    return mayStart;
  };
}

/** One round. Returns true when more sends are due, else the pause in ms. */
async function claimRound(options: ClaimSendsOptions, grace: OutageGrace): Promise<true | number> {
  const { sender, clock } = options;
  const room = sender.requestRoom();
  const max = Math.min(room.max, BATCH_MAX);
  if (max === 0) return POLL_MS;
  const due = await findDue(options, grace, { ...room, max });
  const isRequeued = grace.isOver() && (await requeueExpired(options, due.expired));
  const reserved = due.queued.filter((send) => sender.reserve(send));
  const token = options.claims.newToken();
  if (!isInJournal(options, reserved, token)) return JOURNAL_MS;
  const claimed = await withUnsubscribes(options, await claim(options, reserved, token));
  const groups = [...Map.groupBy(claimed, ({ workspace_id: id }) => id).values()];
  for (let start = 0; start < groups.length; start += CONCURRENT_MAX)
    await Promise.all(
      groups.slice(start, start + CONCURRENT_MAX).map(async (group) => check(options, group)),
    );
  if (isRequeued || (due.hasMore && reserved.length > 0)) return true;
  const nextInMs = due.nextDueAt === undefined ? POLL_MS : due.nextDueAt.getTime() - clock.now();
  return Math.min(POLL_MS, Math.max(PAUSE_MS_MIN, nextInMs));
}

async function findDue(
  { claims, submitter }: ClaimSendsOptions,
  grace: OutageGrace,
  { max, fullAccountIds, fullWorkspaceIds }: SenderRoom,
): Promise<DueSends> {
  const exceptAccountIds = [...fullAccountIds, ...submitter.fullAccountIds()];
  const due = await claims.findDue({ max, exceptAccountIds, exceptWorkspaceIds: fullWorkspaceIds });
  grace.reached();
  return due;
}

/** Sends of workers that have died and whose journal this process cannot read. */
async function requeueExpired(
  { claims, isOpen, logger }: ClaimSendsOptions,
  expired: readonly DueSend[],
): Promise<boolean> {
  const ids = await claims.requeueExpired(expired.filter(({ id }) => !isOpen(id)));
  if (ids.length === 0) return false;
  countUnknown(ids.length);
  logger.warn({ send_ids: ids }, 'the leases of claimed sends have expired; they are sent again');
  return true;
}

/** Writes the claims to the journal before they are made. False if that fails: then their room is free again. */
function isInJournal(
  { journal, sender, logger }: ClaimSendsOptions,
  reserved: readonly DueSend[],
  token: string,
): boolean {
  if (reserved.length === 0) return true;
  try {
    journal.claim(token, reserved);
    return true;
  } catch (err) {
    for (const send of reserved) sender.cancel(send);
    logger.error({ err, count: reserved.length }, 'the journal was not written; due sends are claimed later');
    return false;
  }
}

/** Claims the reserved sends. Room of sends that another worker has claimed is free again. */
async function claim(
  options: ClaimSendsOptions,
  reserved: readonly DueSend[],
  token: string,
): Promise<readonly ClaimedSend[]> {
  const { journal, sender } = options;
  if (reserved.length === 0) return [];
  const claimed = await tryClaim(options, reserved, token);
  const ids = new Set(claimed?.map(({ id }) => id));
  const missed = reserved.filter(({ id }) => !ids.has(id));
  for (const send of missed) sender.cancel(send);
  if (claimed !== undefined) journal.settle(missed.map(({ id }) => id));
  return claimed ?? [];
}

/** After an error, the claims may have been made, or be made when the database answers again: they are given back. */
async function tryClaim(
  { claims, returns, clock, logger }: ClaimSendsOptions,
  reserved: readonly DueSend[],
  token: string,
): Promise<readonly ClaimedSend[] | undefined> {
  const ids = reserved.map(({ id }) => id);
  try {
    return await claims.claim(ids, token);
  } catch (err) {
    logger.warn({ err, count: ids.length }, 'due sends were not claimed');
    const dueAt = new Date(clock.now() + 1);
    returns.add(
      reserved.map(({ id, workspace_id: workspaceId }) => ({
        claim: { id, workspaceId, token },
        dueAt,
        reason: 'unanswered',
      })),
    );
    return undefined;
  }
}

/** An unsubscribe that the broker took before a claim is read by the checks of the claim; else the claims are given back. */
async function withUnsubscribes(
  { hasUnsubscribes, sender, returns, clock, logger }: ClaimSendsOptions,
  claimed: readonly ClaimedSend[],
): Promise<readonly ClaimedSend[]> {
  if (claimed.length === 0 || (await hasUnsubscribes())) return claimed;
  logger.warn({ count: claimed.length }, 'claimed sends wait for unsubscribes that are not stored yet');
  const dueAt = new Date(clock.now() + UNSUBSCRIBES_MS);
  returns.add(claimed.map((send) => ({ claim: toClaim(send), dueAt, reason: 'unsubscribes' })));
  for (const send of claimed) sender.cancel(send);
  return [];
}

/** Checks claimed sends of one workspace. If the checks fail, the claims are given back. */
async function check(options: ClaimSendsOptions, group: readonly ClaimedSend[]): Promise<void> {
  const { base, clock, sender, returns, logger } = options;
  const [first] = group;
  if (first === undefined) return;
  const workspaceId = first.workspace_id;
  const undecided = new Set(group);
  const passed = new Set<ClaimedSend>();
  try {
    await base.inWorkspace({ workspaceId }, async () => {
      const ctx = currentCall();
      if (ctx === undefined) throw new Error('Work of a workspace has a call.');
      const prepared = await prepareClaims(options, ctx, { sends: group, at: new Date(clock.now()) });
      for (const ready of await keepPace(options, await placeRetries(options, prepared.ready))) {
        if (!isAnswer(ready) && options.submitter.take(ready)) continue;
        sender.push(ready);
        passed.add(ready.send);
      }
      for (const { send } of prepared.ready) undecided.delete(send);
      await refuse(options, prepared.refused, undecided);
    });
  } catch (err) {
    const isDown = err instanceof AppError && err.kind === 'unavailable';
    logger.warn({ workspace_id: workspaceId, count: undecided.size, err }, 'claimed sends were not checked');
    const dueAt = new Date(clock.now() + AGAIN_MS);
    returns.add(
      [...undecided].map((send) => ({ claim: toClaim(send), dueAt, reason: isDown ? 'contacts' : 'error' })),
    );
  } finally {
    for (const send of group) if (!passed.has(send)) sender.cancel(send);
  }
}

/** Returns the emails that keep the gaps of their accounts. The other ones are due again after their gaps. */
async function keepPace(
  { pace, clock, returns }: ClaimSendsOptions,
  ready: readonly ReadySend[],
): Promise<readonly ReadySend[]> {
  const at = new Date(clock.now());
  const accounts = ready.map(({ account }) => account.stored);
  const times = await pace.take(accounts, at);
  return ready.filter(({ send }, index) => {
    const dueAt = times[index] ?? at;
    if (dueAt > at) returns.add([{ claim: toClaim(send), dueAt, reason: 'gap' }]);
    return dueAt <= at;
  });
}

async function refuse(
  options: ClaimSendsOptions,
  refused: readonly RefusedSend[],
  undecided: Set<ClaimedSend>,
): Promise<void> {
  const held: ClaimedSend[] = [];
  for (const { send, refusal } of refused) {
    if (refusal.kind === 'held') {
      held.push(send);
      continue;
    }
    undecided.delete(send);
    if (refusal.kind === 'ended')
      options.outcomes.add({ workspaceId: send.workspace_id, outcome: refusal.outcome });
    else options.returns.add([{ ...refusal, claim: toClaim(send), reason: 'later' }]);
  }
  for (const [campaignId, sends] of Map.groupBy(held, ({ campaign_id: id }) => id)) {
    await hold(options, { campaignId, sends });
    for (const send of sends) undecided.delete(send);
  }
}

/** Sends of a paused campaign wait without a due time. If a resume has committed first, they are due at once. */
async function hold(
  options: ClaimSendsOptions,
  { campaignId, sends }: { readonly campaignId: string; readonly sends: readonly ClaimedSend[] },
): Promise<void> {
  const { base, claims, campaigns, clock, journal, returns } = options;
  const isHeld = await base.units.unitOfWork(async () => {
    const isPaused = await campaigns.staysPaused(campaignId);
    if (isPaused) await claims.hold(sends.map(toClaim));
    return isPaused;
  });
  if (isHeld) {
    journal.settle(sends.map(({ id }) => id));
    return;
  }
  const dueAt = new Date(clock.now());
  returns.add(sends.map((send) => ({ claim: toClaim(send), dueAt, reason: 'paused' })));
}
