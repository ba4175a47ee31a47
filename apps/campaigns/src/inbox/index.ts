import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { SendingAccounts } from '../sending-accounts/index.ts';
import type { MessageIds } from '../sends/index.ts';
import { createInboxStore } from './inbox.store.ts';
import { createIntentModel, type IntentModelConfig } from './intent-model.client.ts';
import { createMessageParser } from './parse-message.client.ts';
import type { AddressLookup, InboxStore } from './ports.ts';
import { readInboxesJob } from './read-inboxes.job.ts';
import { createSendLookup } from './send-lookup.store.ts';

export interface InboxNeeds {
  readonly accounts: Pick<SendingAccounts, 'senders' | 'mailboxes' | 'inboxQueue'>;
  readonly enrollments: AddressLookup;
  readonly recorder: OutcomeRecorder;
  readonly messageIds: MessageIds;
  readonly config: IntentModelConfig;
}

export interface Inbox extends Feature {
  /** Part of a transaction: removes the texts of messages of these contacts. */
  readonly eraseContacts: InboxStore['eraseTexts'];
}

/** Replies, bounces and complaints, from the mailboxes of the sending accounts. */
export function createInbox(
  base: ServiceBase,
  { accounts, enrollments, recorder, messageIds, config }: InboxNeeds,
): Inbox {
  const { mongo, clock, ids } = base;
  const store = createInboxStore(mongo.connection);
  const { model, resources } = createIntentModel(config);
  return {
    name: 'inbox',
    resources,
    eraseContacts: async (contactIds) => store.eraseTexts(contactIds),
    jobs: [
      readInboxesJob({
        store,
        sends: createSendLookup(mongo.connection),
        addresses: enrollments,
        recorder,
        messageIds,
        parser: createMessageParser(),
        model,
        clock,
        newId: ids,
        queue: accounts.inboxQueue,
        senders: accounts.senders,
        mailboxes: accounts.mailboxes,
        base,
      }),
    ],
  };
}
