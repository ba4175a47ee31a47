import { requireClaim, workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { emptied, type CollectedEvents } from './collected-events.ts';
import { toMessages } from './to-messages.ts';
import type { CollectionStore, MessageStore, SettingsDirectory } from './ports.ts';

type CollectionRow = WorkFields & Omit<CollectedEvents, 'due_at'>;

const SLOTS = 16;
const SLOTS_PER_WORKSPACE = 1;

export interface MakeMessagesOptions {
  readonly queue: WorkQueue<CollectionRow>;
  readonly collections: Pick<CollectionStore, 'findOf'>;
  readonly settings: SettingsDirectory;
  readonly messages: MessageStore;
  readonly hasMail: boolean;
  /** Runs `fn` in a transaction over all workspaces. */
  readonly transaction: <T>(fn: () => Promise<T>) => Promise<T>;
  /** Called after messages were committed. */
  readonly onMade: () => void;
  readonly clock: Clock;
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
