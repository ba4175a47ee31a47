import type { ServiceBase } from '@outreach/app-kit';
import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import { deliveryRetries } from '../delivery-model/index.ts';
import type { Channel, QueuedMessage, SendResult } from './ports.ts';

type MessageRow = WorkFields & QueuedMessage;

const sent = counter(
  'notifications_total',
  'Attempts to send a notification, by channel and outcome: accepted, later, refused, expired (no attempt is left) or dropped (its recipient was removed).',
  ['channel', 'outcome'],
);

export interface SendMessagesOptions {
  readonly channel: Channel;
  readonly queue: WorkQueue<MessageRow>;
  readonly slots: number;
  readonly slotsPerWorkspace: number;
  /** Returns undefined when the settings no longer name the recipient. Never throws for a failure of the receiver. */
  readonly send: (message: QueuedMessage & { readonly id: string }) => Promise<SendResult | undefined>;
  readonly base: ServiceBase;
}

/**
 * Sends the messages of one channel, each at least once: after the death of a worker, another one sends its messages
 * again. A failed message is retried on the schedule of webhooks.
 */
export function sendMessagesJob(options: SendMessagesOptions): Job {
  const { channel, queue, slots, slotsPerWorkspace, base } = options;
  return workQueueJob({
    name: `notifications-${channel}`,
    queue,
    slots,
    slotsPerWorkspace,
    handle: async (claim) => sendMessage(options, claim),
    logger: base.logger,
  });
}

async function sendMessage(options: SendMessagesOptions, claim: Claim<MessageRow>): Promise<void> {
  const { channel, queue } = options;
  const { clock, random } = options.base;
  const { id, row } = claim;
  const result = (await options.send({ ...row, id })) ?? { kind: 'dropped' as const };
  if (result.kind === 'later') {
    const failures = row.failures + 1;
    const nextAtMs = deliveryRetries.nextAttemptAtMs({
      attempt: failures,
      endedAtMs: clock.now(),
      retryAtMs: result.retryAtMs,
      random: random(),
    });
    if (nextAtMs !== undefined) {
      sent.inc({ channel, outcome: 'later' });
      requireClaim(await queue.retryAt(claim, new Date(nextAtMs), { failures }));
      return;
    }
  }
  const outcome = result.kind === 'later' ? 'expired' : result.kind;
  sent.inc({ channel, outcome });
  if ('error' in result) logEnd(options, claim, outcome);
  requireClaim(await queue.complete(claim));
}

/** Without the text of the server, which may repeat an address. */
function logEnd(
  { channel, base }: SendMessagesOptions,
  { id, workspaceId }: Claim<MessageRow>,
  outcome: string,
): void {
  const ids = { notification_id: id, workspace_id: workspaceId, channel, outcome };
  base.logger.warn(ids, 'a notification was given up');
}
