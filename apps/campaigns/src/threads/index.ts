import type { ShownData } from '@outreach/contracts-common/personal-data';
import type { CampaignsFeature } from '../methods/index.ts';
import { readSendData, readThreadData } from './personal-data.ts';
import type { ServiceBase } from '@outreach/app-kit';
import { currentCall } from '@outreach/service-kit';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import { addSentEmails, type SentEmail } from './add-sent-emails.ts';
import { createSentHistory } from './history.store.ts';
import { createMessageStore, type MessageRemoval } from './message.store.ts';
import type { ContactNames, MessageStore, ThreadPorts, ThreadRecordPorts, ThreadStore } from './ports.ts';
import { prepareReplies, receiveReplies, type PreparedReplies } from './receive-replies.ts';
import { createThreadStore } from './thread.store.ts';
import type { ReceivedReply } from './thread.ts';
import { threadMethods } from './threads.rpc.ts';
import { updateContacts } from './update-contacts.ts';

export { SEALED_BODIES } from './message.store.ts';
export type { ContactNames, ContactNamesReader, MessageStore, ThreadStore } from './ports.ts';
export type { PreparedReplies } from './receive-replies.ts';
export { toMessage } from './thread-messages.rpc.ts';
export type { FullMessage, Message, MessageBody, ReceivedReply, Thread } from './thread.ts';
export { toMessageRecord, toThreadRecord } from './to-record.ts';

/** Adds replies to their threads. */
export interface ReplyReceiver {
  /** Reads what the replies need before their transaction. @throws AppError unavailable if contacts does not answer. */
  prepare(replies: readonly ReceivedReply[]): Promise<PreparedReplies>;
  /** Part of the transaction that records the replies. */
  receive(prepared: PreparedReplies): Promise<void>;
}

export interface ThreadStores {
  readonly threads: ThreadStore;
  readonly messages: MessageStore;
}

export interface ThreadRecords extends ThreadStores, Pick<MessageRemoval, 'limitBodies'> {
  readonly receiver: ReplyReceiver;
  /** Part of a transaction: adds emails that were sent after the beginning of their threads. */
  readonly addSentEmails: (sent: readonly SentEmail[]) => Promise<void>;
  /** Part of a transaction: shows the current addresses and names of contacts in their threads. */
  readonly updateContacts: (namesOf: ReadonlyMap<string, ContactNames>) => Promise<void>;
  /** Part of a transaction: removes the threads of erased contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
  readonly personalData: ShownData<string>;
  /** Our emails with their texts, as the personal data of a contact shows them. */
  readonly sentPersonalData: ShownData<string>;
}

interface ThreadRecordsNeeds extends Pick<ThreadRecordPorts, 'sequences' | 'enrollments' | 'contacts'> {
  /** Days for which the current workspace keeps the texts of messages. */
  readonly inboxDays: () => Promise<number>;
}

/** @param inboxDays days for which the current workspace keeps the texts of messages. */
export function createThreadStores(
  { mongo: { connection }, cursors, sealer }: Pick<ServiceBase, 'mongo' | 'cursors' | 'sealer'>,
  inboxDays: () => Promise<number>,
): ThreadStores & Pick<MessageRemoval, 'limitBodies'> {
  const messages = createMessageStore({ connection, sealer, inboxDays });
  const { eraseContacts, limitBodies } = messages;
  return { threads: createThreadStore(connection, cursors, eraseContacts), messages, limitBodies };
}

/** The conversations with contacts, from the first reply on. */
export function createThreadRecords(
  base: ServiceBase,
  { inboxDays, ...needs }: ThreadRecordsNeeds,
): ThreadRecords {
  const { sealer, events, clock, ids: newId } = base;
  const { threads, messages, limitBodies } = createThreadStores(base, inboxDays);
  const history = createSentHistory(base.mongo.connection);
  const rendering = { templates: createTemplateCache(), cpu: createCpuShares(), sealer };
  const ports = { ...needs, ...rendering, threads, messages, history, events, clock, newId };
  return {
    threads,
    messages,
    receiver: {
      prepare: async (replies) => {
        const ctx = currentCall();
        if (ctx === undefined) throw new Error('Replies are received in a call of their workspace.');
        return prepareReplies(ports, ctx, replies);
      },
      receive: async (prepared) => receiveReplies(ports, prepared),
    },
    addSentEmails: async (sent) => addSentEmails(ports, sent),
    updateContacts: async (namesOf) => updateContacts(ports, namesOf),
    eraseContacts: async (contactIds) => threads.eraseContacts(contactIds),
    limitBodies,
    personalData: { section: 'threads', read: async (id, after) => readThreadData(ports, id, after) },
    sentPersonalData: { section: 'sends', read: async (id, after) => readSendData(ports, id, after) },
  };
}

/** Reading the conversations, and what users decide about them. */
export function createThreads(
  { clock }: Pick<ServiceBase, 'clock'>,
  {
    records,
    ...needs
  }: Pick<ThreadPorts, 'enrollments' | 'sends' | 'stats'> & { readonly records: ThreadStores },
): CampaignsFeature {
  return { name: 'threads', methods: threadMethods({ ...records, ...needs, clock }) };
}
