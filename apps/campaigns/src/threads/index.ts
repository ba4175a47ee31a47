import type { ServiceBase } from '@outreach/app-kit';
import { createMessageStore } from './message.store.ts';
import type { MessageStore, ThreadStore } from './ports.ts';
import { createThreadStore } from './thread.store.ts';

export type { ThreadStore, MessageStore } from './ports.ts';
export type { FullMessage, Message, MessageBody, Party, Thread } from './thread.ts';
export { toMessageRecord, toThreadRecord } from './to-record.ts';

/** Bodies are kept for a year. */
const KEPT_MS = 365 * 24 * 60 * 60_000;

export interface ThreadRecords {
  readonly threads: ThreadStore;
  readonly messages: MessageStore;
}

/** The conversations with contacts, for the features that read and write them. */
export function createThreadRecords({
  mongo,
  cursors,
  sealer,
}: Pick<ServiceBase, 'mongo' | 'cursors' | 'sealer'>): ThreadRecords {
  const { connection } = mongo;
  const messages = createMessageStore({ connection, sealer, keptMs: KEPT_MS });
  return { messages, threads: createThreadStore(connection, cursors, messages.eraseContacts) };
}
