import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { CollectEventsPorts } from './collect-events.ts';
import { emptied, type CollectedEvents } from './collected-events.ts';
import type { MessageStore, QueuedMessage } from './ports.ts';
import type { NotificationSettings } from './settings.ts';

type CollectionRow = WorkFields & Omit<CollectedEvents, 'due_at'>;

const SLOTS = 16;
const SLOTS_PER_WORKSPACE = 1;

export interface MakeMessagesOptions extends CollectEventsPorts {
  readonly queue: WorkQueue<CollectionRow>;
  readonly messages: MessageStore;
  readonly hasMail: boolean;
  /** Called after messages were committed. */
  readonly onMade: () => void;
  readonly logger: Logger;
}

/** Makes one message per recipient of the collected events of a workspace when they are due. */
export function makeMessagesJob(options: MakeMessagesOptions): Job {
  const { queue, logger } = options;
  return workQueueJob({
    name: 'notification-collections',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) => {
      await options.transaction(async () => makeMessages(options, claim));
      options.onMade();
    },
    logger,
  });
}

/**
 * Part of a transaction. It reads the events again: some may have been added since the claim. If others are added now,
 * it conflicts with their transaction and runs again.
 */
async function makeMessages(options: MakeMessagesOptions, claim: Claim<CollectionRow>): Promise<void> {
  const { queue, collections, settings, messages, hasMail, clock } = options;
  const { workspaceId } = claim;
  const collected = (await collections.findOf([workspaceId])).get(workspaceId);
  const recipients = (await settings.findOf([workspaceId])).get(workspaceId);
  const made = toMessages({ workspaceId, collected, settings: recipients, hasMail });
  if (made.length > 0) await messages.add(made);
  requireClaim(await queue.finish(claim, emptied(new Date(clock.now()))));
}

interface ToMessagesInput {
  readonly workspaceId: string;
  readonly collected: CollectedEvents | undefined;
  readonly settings: NotificationSettings | undefined;
  readonly hasMail: boolean;
}

/** One message per recipient, so that each is retried by itself. */
function toMessages(input: ToMessagesInput): readonly Omit<QueuedMessage, 'failures'>[] {
  const { workspaceId, collected, settings, hasMail } = input;
  if (collected === undefined || collected.event_count === 0 || settings === undefined) return [];
  const { listed, event_count } = collected;
  const message = { workspace_id: workspaceId, listed, event_count };
  const emails = hasMail ? settings.emails : [];
  return [
    ...emails.map((recipient) => ({ ...message, channel: 'email' as const, recipient })),
    ...(settings.slack === null ? [] : [{ ...message, channel: 'slack' as const, recipient: '' }]),
  ];
}
