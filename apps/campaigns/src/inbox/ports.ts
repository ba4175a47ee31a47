import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { BounceClassification } from '../bounce-classes/index.ts';
import type { ReplyIntent } from '../feedback/index.ts';

/** How far a folder of an account has been read. */
export interface InboxPosition {
  readonly account_id: string;
  /** The path of the folder. */
  readonly mailbox: string;
  /** The UIDs of a folder are valid only together with this number (RFC 9051 section 2.3.1.1). */
  readonly uid_validity: number;
  /** Messages up to this UID have been read. */
  readonly last_uid: number;
  /** Messages that the server received before are skipped. */
  readonly read_since: Date;
  readonly read_at: Date;
  /** The message that is read alone because reading has failed; null if none is. Stored before it is read. */
  readonly alone: LoneMessage | null;
}

export interface LoneMessage {
  readonly uid: number;
  /** Failures of this message alone, the reading that has just begun included: a killed worker does not report one. */
  readonly failures: number;
}

/** A received message about a send. Other messages are not stored. */
export interface InboundRecord {
  readonly id: string;
  readonly account_id: string;
  readonly mailbox: string;
  readonly uid_validity: number;
  readonly uid: number;
  /** The Message-ID, or a hash of the source: a message that another folder or mailbox has too counts once. */
  readonly message_key: string;
  readonly kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint';
  readonly intent: ReplyIntent | null;
  readonly bounce_classification: BounceClassification['classification'] | null;
  readonly send_id: string;
  readonly campaign_id: string;
  readonly contact_id: string;
  /** The first characters of the own text of a reply; null for other kinds, and once the contact has been erased. */
  readonly snippet: string | null;
  readonly received_at: Date;
  readonly created_at: Date;
}

/** The read messages of the current call's workspace. */
export interface InboxStore {
  findPositions(accountId: string): Promise<readonly InboxPosition[]>;
  /** Adds the position of a folder that has none. Returns the stored position. */
  start(position: InboxPosition): Promise<InboxPosition>;
  /** Part of a transaction: false if another worker has moved the position meanwhile. */
  move(before: InboxPosition, after: InboxPosition): Promise<boolean>;
  /** The keys of these messages that are stored, from any mailbox of the workspace. */
  findKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Part of a transaction. */
  insert(records: readonly InboundRecord[]): Promise<void>;
  /** Part of a transaction: removes the texts of these contacts. */
  eraseTexts(contactIds: readonly string[]): Promise<void>;
  /** A page of the messages of a contact, as events. */
  readAll(contactId: string, after: string): Promise<PersonalPage>;
}

/** The fields of a send that a received message is matched with. */
export interface SendReference {
  readonly id: string;
  readonly campaign_id: string;
  readonly contact_id: string;
  readonly enrollment_id: string;
  readonly sending_account_id: string;
  readonly from_email: string;
  /** The thread of an answer; absent for a step. */
  readonly thread_id?: string;
  /** The answer of the thread that a reply is to, where the send is the last step. */
  readonly answer_id?: string;
  /** Null once the contact has been erased. */
  readonly contact_email: string | null;
  /** Null while the outcome of the send is not known yet, and if it was never sent. */
  readonly sent_at: Date | null;
  readonly status: string;
}

export interface SendLookup {
  findByIds(ids: readonly string[]): Promise<readonly SendReference[]>;
  /** The sends of enrollments that were sent at `since` or later, newest first. */
  findSince(enrollmentIds: readonly string[], since: Date): Promise<readonly SendReference[]>;
}

/** Enrollments by the addresses of their contacts. */
export interface AddressLookup {
  /** Ids of enrollments with these addresses whose emails the account sends, by address. */
  ofAddresses(accountId: string, emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** A model that classifies the replies that no phrase classifies. */
export interface IntentModel {
  /** Undefined if it has no answer or fails. Never throws. */
  classify(text: string, signal: AbortSignal): Promise<ReplyIntent | undefined>;
}
