import type { ServiceBase } from '@outreach/app-kit';
import { AppError } from '@outreach/errors';
import { ClaimLost, workQueueJob, type Claim, type WorkQueue } from '@outreach/job-kit';
import { isConnectionFailure } from '@outreach/mongo-kit';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import type { Job } from '@outreach/service-kit/lifecycle';
import { counter, gauge } from '@outreach/service-kit/metrics';
import { ImapFailed, type ImapConnection } from '../mail-servers/index.ts';
import {
  type InboxRow,
  type Mailboxes,
  type Senders,
  type StoredAccount,
} from '../sending-accounts/index.ts';
import type { ConnectionLimits, MailboxTurns } from './mailbox-turns.ts';
import { PositionMoved, type ReadFolderPorts } from './read-folder.ts';
import { watchMailbox } from './watch-mailbox.ts';

/** A connection is renewed after this time, which reads the settings of the account and its folders again. */
const SESSION_MS_MAX = 3_600_000;
/** A connection that ends earlier counts as failed. */
const STABLE_MS = 60_000;
const PAUSE_MS = 30_000;
const PAUSE_MS_MAX = 900_000;
const RECONNECT_MS = 1_000;
/** After the turn of a mailbox: every mailbox is read each minute if the workers have the time. */
const NEXT_TURN_MS = 50_000;
const DAY_MS = 86_400_000;
/** An account that has sent nothing for this time is not read. */
const UNUSED_MS_MAX = 60 * DAY_MS;

/** Reads of mail servers, of at most 1 MiB each: 64 MiB of a process. */
const IMAP_READ_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 16,
  waitingCountMax: 1_000,
  waitingCountPerOwnerMax: 1_000,
  lateKind: 'unavailable',
};
const MEMORY_WAIT_MS_MAX = 600_000;
/** A slower read ends with its connection: the memory is for others. After it, messages are read alone. */
const READ_MS_MAX = 60_000;
const memory = new FairPool('imap-reads', IMAP_READ_LIMITS);

const messages = counter(
  'inbox_messages_total',
  'Received messages, by kind; `unproven` are reports that name no email by its Message-ID, `skipped` messages have failed twice.',
  ['kind'],
);
const open = gauge('inbox_connections', 'Open IMAP connections.');
const failures = counter('inbox_connection_failures_total', 'IMAP connections that failed.');

export interface ReadInboxesOptions extends Omit<
  ReadFolderPorts,
  'inWorkspace' | 'withMemory' | 'commit' | 'onRead' | 'onSkipped' | 'isPassing'
> {
  readonly queue: WorkQueue<InboxRow>;
  readonly senders: Pick<Senders, 'findByIds' | 'recordConnection'>;
  readonly mailboxes: Pick<Mailboxes, 'connect'>;
  readonly limits: ConnectionLimits;
  readonly turns: Pick<MailboxTurns, 'start'>;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'units' | 'logger'>;
}

/**
 * Keeps a connection to the mailbox of each account that sends, or reads them in turns if there are more than connections.
 * An account belongs to one worker at a time.
 */
export function readInboxesJob(options: ReadInboxesOptions): Job {
  const { queue, base, limits } = options;
  return workQueueJob({
    name: 'read-inboxes',
    queue,
    slots: limits.connectionsMax,
    slotsPerWorkspace: limits.connectionsPerWorkspaceMax,
    handle: async (claim, signal) => handle(options, claim, signal),
    logger: base.logger,
  });
}

async function handle(
  options: ReadInboxesOptions,
  claim: Claim<InboxRow>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, base } = options;
  const inWorkspace = async <T>(work: () => Promise<T>): Promise<T> =>
    base.inWorkspace({ workspaceId: claim.workspaceId }, work);
  const account = await inWorkspace(async () => (await options.senders.findByIds([claim.id]))[0]?.stored);
  if (account === undefined) {
    await inWorkspace(async () => queue.complete(claim));
    return;
  }
  if (!isRead(account, claim.row, clock.now())) {
    await inWorkspace(async () => queue.finish(claim));
    return;
  }
  const end = await holdSession(options, { account, claim, signal });
  const at = (ms: number): Date => new Date(clock.now() + ms);
  await inWorkspace(async () =>
    base.units.unitOfWork(async () => {
      if (end.error === null) {
        const pause = end.isTurnOver ? NEXT_TURN_MS : RECONNECT_MS;
        await queue.retryAt(claim, at(signal.aborted ? 0 : pause), { attempts: 0 });
        return;
      }
      failures.inc();
      if (await queue.retryAt(claim, at(pauseMs(claim.attempt))))
        await options.senders.recordConnection(account, end.error);
    }),
  );
}

/** Paused accounts receive answers to earlier emails. An account in error is tried with growing pauses. */
function isRead({ imap, status }: StoredAccount, row: InboxRow, now: number): boolean {
  return imap !== null && status !== 'suspended' && now - row.last_sent_at.getTime() < UNUSED_MS_MAX;
}

interface Session {
  readonly account: StoredAccount;
  readonly claim: Claim<InboxRow>;
  readonly signal: AbortSignal;
}

interface SessionEnd {
  /** The public reason of a failure; null after a connection that was stable. */
  readonly error: string | null;
  /** True if the connection ended for another mailbox. */
  readonly isTurnOver: boolean;
}

async function holdSession(options: ReadInboxesOptions, session: Session): Promise<SessionEnd> {
  const { account, claim } = session;
  const limit = new AbortController();
  const turn = options.turns.start(claim.workspaceId);
  const signal = AbortSignal.any([session.signal, limit.signal, turn.signal]);
  const endOf = (error: string | null): SessionEnd => ({ error, isTurnOver: turn.signal.aborted });
  const timer = setTimeout(() => limit.abort(), SESSION_MS_MAX);
  const startedAtMs = performance.now();
  let connection: ImapConnection | undefined;
  try {
    connection = await options.mailboxes.connect(account, signal);
    open.inc();
    await recordRecovery(options, session);
    const ports = toPorts(options, claim, connection);
    const { started_at: startedAt } = claim.row;
    const { attempt } = claim;
    const onRead = (): void => turn.markRead();
    await watchMailbox(ports, { account, connection, startedAt, attempt, signal, onRead });
    return endOf(null);
  } catch (thrown) {
    if (signal.aborted) return endOf(null);
    if (thrown instanceof PositionMoved) throw new ClaimLost();
    if (!(thrown instanceof ImapFailed)) throw thrown;
    const isStable = connection !== undefined && performance.now() - startedAtMs > STABLE_MS;
    return endOf(isStable ? null : thrown.reason);
  } finally {
    clearTimeout(timer);
    turn.stop();
    if (connection !== undefined) {
      open.dec();
      connection.close();
    }
  }
}

/**
 * A success counts only after an own failure: the failures of the SMTP server must not be forgotten. An account in error
 * becomes active again when both servers were tested.
 */
async function recordRecovery(
  { senders, base }: ReadInboxesOptions,
  { account, claim }: Session,
): Promise<void> {
  if (claim.attempt === 1 || account.status === 'error' || account.failures_in_row === 0) return;
  await base.inWorkspace({ workspaceId: claim.workspaceId }, async () =>
    base.units.unitOfWork(async () => senders.recordConnection(account, null)),
  );
}

function toPorts(
  options: ReadInboxesOptions,
  { id, workspaceId }: Claim<InboxRow>,
  connection: ImapConnection,
): ReadFolderPorts {
  const { inWorkspace, units, logger } = options.base;
  return {
    ...options,
    inWorkspace: async (work) => inWorkspace({ workspaceId }, work),
    withMemory: async (read) =>
      memory.run({ owner: workspaceId, deadlineAtMs: Date.now() + MEMORY_WAIT_MS_MAX }, async () => {
        const timer = setTimeout(() => connection.close(), READ_MS_MAX);
        return read().finally(() => clearTimeout(timer));
      }),
    commit: async (work) => inWorkspace({ workspaceId }, async () => units.unitOfWork(work)),
    onRead: (kinds) => {
      for (const kind of kinds) messages.inc({ kind });
    },
    onSkipped: (uid) => {
      messages.inc({ kind: 'skipped' });
      logger.error({ account_id: id, workspace_id: workspaceId, uid }, 'a received message was skipped');
    },
    isPassing: (thrown) =>
      thrown instanceof ImapFailed || thrown instanceof AppError || isConnectionFailure(thrown),
  };
}

/** 30 s, 1 min, 2 min and so on, at most 15 min: three failures take a minute and a half. */
function pauseMs(attempt: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (attempt - 1));
}
