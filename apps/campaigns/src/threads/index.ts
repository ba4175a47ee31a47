import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createMessageStore } from './message.store.ts';
import type { MessageStore, ThreadStore } from './ports.ts';
import { createThreadStore } from './thread.store.ts';
import { threadMethods, type ThreadMethods } from './threads.rpc.ts';
import type { UpdateThreadPorts } from './update-thread.ts';

export { SEALED_BODIES } from './message.store.ts';
export type { MessageStore, ThreadStore } from './ports.ts';
export { toMessage } from './thread-messages.rpc.ts';
export type { FullMessage, Message, MessageBody, Party, Thread } from './thread.ts';
export { toMessageRecord, toThreadRecord } from './to-record.ts';

const DAY_MS = 86_400_000;
/** Time for which the bodies of messages are kept. */
const BODIES_KEPT_MS = 365 * DAY_MS;

/** Threads and their messages, for the features that write them. */
export interface ThreadRecords {
  readonly threads: ThreadStore;
  readonly messages: MessageStore;
}

export function createThreadRecords({
  mongo: { connection },
  cursors,
  sealer,
}: Pick<ServiceBase, 'mongo' | 'cursors' | 'sealer'>): ThreadRecords {
  const messages = createMessageStore({ connection, sealer, keptMs: BODIES_KEPT_MS });
  return { threads: createThreadStore(connection, cursors, messages.eraseContacts), messages };
}

export interface ThreadsNeeds extends Pick<UpdateThreadPorts, 'enrollments' | 'sends' | 'stats'> {
  readonly records: ThreadRecords;
}

/** The conversations with contacts: reading them, and what users decide about them. */
export function createThreads(
  { clock }: Pick<ServiceBase, 'clock'>,
  { records, ...needs }: ThreadsNeeds,
): Feature<ThreadMethods> {
  return { name: 'threads', methods: threadMethods({ ...records, ...needs, clock }) };
}
