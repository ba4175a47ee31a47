import { FairScheduler, type ScheduledItem } from '@outreach/job-kit/fair-scheduler';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import { gauge } from '@outreach/service-kit/metrics';
import type { DueSend, SenderRoom } from './ports.ts';
import type { ReadySend } from './prepare-sends.ts';
import { trySend, type SendOneOptions } from './send-one.job.ts';
import { toClaim } from './to-claim.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

const WAITING_MAX = 4_096;
/** Share of the slots and of the waiting emails that one workspace can have. */
const WORKSPACE_SHARE_MAX = 0.5;
const DRAIN_MS = 20_000;
const DRAIN_POLL_MS = 20;
const inProgress = gauge('send_dialogs_in_progress', 'Dialogs with SMTP servers in progress.');
export interface EmailSenderOptions extends SendOneOptions {
  readonly outcomes: Pick<OutcomeWriter, 'add' | 'isFull'>;
  /** Ends the dialogs that have not reached their content. */
  readonly stopDialogs: () => void;
  /** Dialogs that run concurrently in this process. */
  readonly slots: number;
  /** Raised when the worker has room again after a refusal. */
  readonly wakeUp: WakeUp;
}

/** Sends the emails that this process has claimed, one at a time per account. */
export interface EmailSender extends Resource {
  /** The wake-up is raised when a full account or workspace has room again. */
  requestRoom(): SenderRoom;
  /** Reserves room for one email; `push` or `cancel` follows. */
  reserve(send: DueSend): boolean;
  cancel(send: DueSend): void;
  push(ready: ReadySend): void;
  /** Continues when outcomes have room again. */
  resume(): void;
}

interface WaitingEmail extends ScheduledItem {
  readonly ready: ReadySend;
}

export function createEmailSender(options: EmailSenderOptions): EmailSender {
  const { outcomes, wakeUp, returns, clock } = options;
  const scheduler = createScheduler(options);
  let isStopping = false;
  const startWaiting = (): void => {
    if (outcomes.isFull() || isStopping) return;
    for (let item = scheduler.take(); item !== undefined; item = scheduler.take()) void run(item);
  };
  const run = async (item: WaitingEmail): Promise<void> => {
    inProgress.set(scheduler.activeCount);
    const startedAtMs = performance.now();
    await trySend(options, item.ready);
    scheduler.done(item, performance.now() - startedAtMs);
    inProgress.set(scheduler.activeCount);
    startWaiting();
  };
  return {
    name: 'email-sender',
    requestRoom: () => {
      if (isStopping || outcomes.isFull()) return NO_ROOM;
      const { room: max, fullKeys: fullAccountIds, fullWorkspaceIds } = scheduler.requestRoom();
      return { max, fullAccountIds, fullWorkspaceIds };
    },
    reserve: (send) => !isStopping && scheduler.reserve(toItem(send)),
    cancel: (send) => scheduler.cancel(toItem(send)),
    push: (ready) => {
      scheduler.push({ ...toItem(ready.send), ready });
      startWaiting();
    },
    resume: () => {
      startWaiting();
      wakeUp.raise();
    },
    stop: async () => {
      isStopping = true;
      const dueAt = new Date(clock.now());
      returns.add(
        scheduler.drain().map(({ ready }) => ({ claim: toClaim(ready.send), dueAt, reason: 'stopping' })),
      );
      options.stopDialogs();
      const signal = AbortSignal.timeout(DRAIN_MS);
      while (scheduler.activeCount > 0 && !signal.aborted) await pause(DRAIN_POLL_MS, signal);
    },
  };
}

function createScheduler({ slots, wakeUp }: EmailSenderOptions): FairScheduler<WaitingEmail> {
  return new FairScheduler<WaitingEmail>({
    slots,
    slotsPerWorkspace: Math.ceil(slots * WORKSPACE_SHARE_MAX),
    slotsPerKey: 1,
    waitingMax: WAITING_MAX,
    waitingPerWorkspaceMax: Math.ceil(WAITING_MAX * WORKSPACE_SHARE_MAX),
    onRoom: () => wakeUp.raise(),
  });
}

const NO_ROOM = { max: 0, fullAccountIds: [], fullWorkspaceIds: [] };

function toItem({ workspace_id: workspaceId, sending_account_id: key }: DueSend): ScheduledItem {
  return { workspaceId, key };
}
