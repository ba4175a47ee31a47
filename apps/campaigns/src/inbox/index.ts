import type { ShownData } from '@outreach/contracts-common/personal-data';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import { measureOldestDue } from '@outreach/job-kit';
import { gauge } from '@outreach/service-kit/metrics';
import type { CampaignsConfig } from '../config.ts';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { SendingAccounts } from '../sending-accounts/index.ts';
import type { MessageIds } from '../sends/index.ts';
import type { ReplyReceiver } from '../threads/index.ts';
import { createInboxStore } from './inbox.store.ts';
import { createIntentModel } from './intent-model.client.ts';
import { MailboxTurns } from './mailbox-turns.ts';
import { createMessageParser } from './parse-message.client.ts';
import type { AddressLookup, InboxStore } from './ports.ts';
import { readInboxesJob } from './read-inboxes.job.ts';
import { createSendLookup } from './send-lookup.store.ts';
import { turnMailboxesJob } from './turn-mailboxes.job.ts';

/** Share of the connections of a process that one workspace can use. */
const WORKSPACE_SHARE = 0.5;

const oldestDue = {
  name: 'oldest due mailbox',
  gauge: gauge(
    'inbox_oldest_due_seconds',
    'Time since the oldest waiting mailbox became due, in seconds; 0 without one. Every process reports it.',
  ),
};

export interface InboxNeeds {
  readonly accounts: Pick<SendingAccounts, 'senders' | 'mailboxes' | 'inboxes'>;
  readonly enrollments: AddressLookup;
  readonly recorder: OutcomeRecorder;
  readonly receiver: ReplyReceiver;
  readonly messageIds: MessageIds;
  readonly config: CampaignsConfig;
}

export interface Inbox extends Feature {
  /** Part of a transaction: removes the texts of messages of these contacts. */
  readonly eraseContacts: InboxStore['eraseTexts'];
  readonly personalData: ShownData<string>;
}

/** Replies, bounces and complaints, from the mailboxes of the sending accounts. */
export function createInbox(
  base: ServiceBase,
  { accounts, enrollments, config, ...needs }: InboxNeeds,
): Inbox {
  const { mongo, clock, ids } = base;
  const store = createInboxStore(mongo.connection);
  const { model, resources } = createIntentModel(config);
  const limits = {
    connectionsMax: config.INBOX_CONNECTIONS,
    connectionsPerWorkspaceMax: Math.floor(config.INBOX_CONNECTIONS * WORKSPACE_SHARE),
  };
  const turns = new MailboxTurns(limits, () => performance.now());
  const { queue, waiting } = accounts.inboxes;
  const measured = measureOldestDue({ ...base, ...oldestDue, oldestDueAt: waiting.oldestDueAt });
  return {
    name: 'inbox',
    resources: [...resources, measured],
    eraseContacts: async (contactIds) => store.eraseTexts(contactIds),
    personalData: { section: 'events', read: store.readAll },
    jobs: [
      turnMailboxesJob(turns, waiting),
      readInboxesJob({
        ...needs,
        ...accounts,
        store,
        sends: createSendLookup(mongo.connection),
        addresses: enrollments,
        parser: createMessageParser(),
        model,
        clock,
        newId: ids,
        limits,
        turns,
        queue,
        base,
      }),
    ],
  };
}
