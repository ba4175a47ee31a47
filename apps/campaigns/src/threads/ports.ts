import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { EnrollmentRecords } from '../enrollments/index.ts';
import type { Send } from '../sends/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { StatsWriter } from '../stats/index.ts';
import type { TemplateCache } from '../templates/index.ts';
import type { FullMessage, Message, MessageBody, Thread } from './thread.ts';

/** A thread as it was read, and in its next version. */
export interface ThreadChange {
  /** Undefined for a new thread. */
  readonly before: Thread | undefined;
  readonly after: Thread;
}

export interface ThreadFilter {
  readonly status?: string;
  /** Any of these; all if it is empty. */
  readonly intents: readonly string[];
  readonly campaignId?: string;
  readonly accountId?: string;
  readonly contactId?: string;
  readonly unread?: boolean;
  /** Every word must be the beginning of a word in the subject, the names or the address. */
  readonly search: string;
}

/** The number of threads by what they are. */
export interface ThreadCounts {
  readonly unread: number;
  readonly open: number;
  readonly closed: number;
  /** Open threads by intent. */
  readonly byIntent: Readonly<Record<string, number>>;
}

/** Threads of the current call's workspace. */
export interface ThreadStore {
  find(id: string): Promise<Thread | undefined>;
  findByIds(ids: readonly string[]): Promise<readonly Thread[]>;
  findByEnrollments(enrollmentIds: readonly string[]): Promise<readonly Thread[]>;
  /** By the last message, newest first. @throws AppError invalid_argument on `cursor`. */
  list(page: PageRequest, filter: ThreadFilter): Promise<PageOf<Thread>>;
  counts(): Promise<ThreadCounts>;
  /**
   * Part of a transaction that has read the threads: a concurrent change of one of them conflicts with it. `after` has the
   * version that follows `before`.
   */
  write(changes: readonly ThreadChange[]): Promise<void>;
  /** The threads of contacts. */
  ofContacts(contactIds: readonly string[]): Promise<readonly Thread[]>;
  /** Part of a transaction: removes the threads of these contacts with their messages. */
  eraseContacts(contactIds: readonly string[]): Promise<void>;
}

export interface MessagePage {
  readonly messages: readonly Message[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

/** Messages of the current call's workspace. */
export interface MessageStore {
  /** Part of a transaction. */
  insert(messages: readonly FullMessage[]): Promise<void>;
  /** Part of a transaction: replaces the fields of messages, not their bodies. */
  save(messages: readonly Message[]): Promise<void>;
  find(id: string): Promise<Message | undefined>;
  /** True if a person has replied in the thread by another message than `id`, to any email or to `sendId`. */
  hasHumanReply(
    threadId: string,
    except: { readonly id: string; readonly sendId?: string },
  ): Promise<boolean>;
  /** Our messages among these sends, by the id of the send. */
  ofSends(sendIds: readonly string[]): Promise<ReadonlyMap<string, Message>>;
  /** A page of all messages of a thread, oldest first. `after` is the position of the previous page; empty to start. */
  readAll(threadId: string, after: string): Promise<MessagePage>;
  /** The newest messages of a thread, at most `max`, oldest first. */
  newest(threadId: string, max: number): Promise<readonly Message[]>;
  /**
   * By message id, in the order of the ids until the bodies have more than `charactersMax` characters, all by default. Bodies that were
   * removed have no entry.
   */
  bodiesOf(ids: readonly string[], charactersMax?: number): Promise<ReadonlyMap<string, MessageBody>>;
}

export interface SendPage {
  readonly sends: readonly Send[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

/** Our emails of the current call's workspace. */
export interface SentHistory {
  /** A page of all emails to a contact, sent or not. `after` is the id of the last one of the previous page. */
  ofContact(contactId: string, after: string): Promise<SendPage>;
  /** The emails of the enrollments that were sent, in no particular order. */
  ofEnrollments(enrollmentIds: readonly string[]): Promise<readonly Send[]>;
}

/** A contact, as threads show and search it. */
export interface ContactNames {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** An ISO 8601 time. */
  readonly updated_at: string;
}

/** The contacts service. */
export interface ContactNamesReader {
  /** By contact id. A deleted contact has no entry. @throws AppError unavailable. */
  namesOf(ctx: CallContext, contactIds: readonly string[]): Promise<ReadonlyMap<string, ContactNames>>;
}

/** Repeats the renderings of our emails. */
export interface RenderingPorts {
  readonly templates: TemplateCache;
  readonly sealer: { open(sealed: Uint8Array): Uint8Array };
}

/** What the threads of replies need. */
export interface ThreadRecordPorts extends RenderingPorts {
  readonly sequences: Pick<SequenceReader, 'findVersion'>;
  readonly enrollments: Pick<EnrollmentRecords, 'findByIds' | 'write'>;
  readonly contacts: ContactNamesReader;
  readonly threads: ThreadStore;
  readonly messages: MessageStore;
  readonly history: SentHistory;
  readonly cpu: { run<Result>(owner: string, work: () => Result): Promise<Result> };
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Sends of the current call's workspace. */
export interface SendRecords {
  findByIds(ids: readonly string[]): Promise<readonly Send[]>;
  /** Part of a transaction that has read the sends. */
  save(changes: readonly { readonly before: Send; readonly after: Send }[]): Promise<void>;
}

/** What the requests of users need. */
export interface ThreadPorts {
  readonly threads: ThreadStore;
  readonly messages: MessageStore;
  readonly enrollments: Pick<EnrollmentRecords, 'findById' | 'write'>;
  readonly sends: SendRecords;
  readonly stats: Pick<StatsWriter, 'count'>;
  readonly clock: Clock;
}
