import type { CallContext } from '@outreach/service-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import type { Candidate, EnrollmentRecords } from '../enrollments/index.ts';
import type { SentMessage } from '../outcomes/index.ts';
import type { SenderAccount, Senders } from '../sending-accounts/index.ts';
import type { MergeData, SequenceContent } from '../sequences/index.ts';
import type { Send } from '../sends/index.ts';
import type { SmtpReply } from '../feedback/index.ts';
import type { ReadReasonsPorts } from '../replies/index.ts';
import type { Message, MessageBody } from '../threads/index.ts';
import type { PacedAccount } from './account-pace.ts';

/** A send that this worker has claimed. */
export type ClaimedSend = Send & { readonly lease_token: string };

/** A send that is due: waiting for a worker, or left by a worker whose lease has ended. */
export type DueSend = Pick<Send, 'id' | 'workspace_id' | 'sending_account_id'>;

/** How many further emails fit in the sender, and the accounts and workspaces that take none. */
export interface SenderRoom {
  readonly max: number;
  readonly fullAccountIds: readonly string[];
  readonly fullWorkspaceIds: readonly string[];
}

export interface DueQuery {
  readonly max: number;
  /** Accounts and workspaces for whose emails there is no room. */
  readonly exceptAccountIds: readonly string[];
  readonly exceptWorkspaceIds: readonly string[];
}

export interface DueSends {
  /** The oldest first. */
  readonly queued: readonly DueSend[];
  /** Claimed by a worker that did not report an outcome before the end of its lease. */
  readonly expired: readonly DueSend[];
  /** When the next send becomes due; undefined if none is known. */
  readonly nextDueAt: Date | undefined;
  /** True if more sends may be due than the limit allowed. */
  readonly hasMore: boolean;
}

/** A send with the token of a claim. */
export interface Claim {
  readonly id: string;
  readonly workspaceId: string;
  readonly token: string;
}

/** A claim without an attempt. */
export interface ReturnedSend extends Claim {
  readonly dueAt: Date;
  /** True if the email is planned for that time. */
  readonly isPlanned: boolean;
}

/** A claimed retry with the days on which it counts. */
export interface PlacedClaim extends Claim, Pick<Send, 'account_day' | 'campaign_day'> {
  /** Null for a retry that is sent now. */
  readonly dueAt: Date | null;
}

/** Claims of due sends, over all workspaces. Every write names the token: it changes nothing after the claim is lost. */
export interface SendClaims {
  newToken(): string;
  findDue(query: DueQuery): Promise<DueSends>;
  /** When the oldest due send became due; undefined when none is due. */
  readonly oldestDueAt: () => Promise<Date | undefined>;
  /** Claims the sends that are still queued and due. */
  claim(ids: readonly string[], token: string): Promise<readonly ClaimedSend[]>;
  /**
   * Sends that are still queued are due at `time` at the earliest, so a claim that was made before it finds none of them:
   * the database can receive a claim after its caller has stopped waiting for the answer.
   */
  refuseClaimsBefore(ids: readonly string[], time: Date): Promise<void>;
  /** Gives claims back without an attempt; each send is due again at its time. */
  giveBack(claims: readonly ReturnedSend[]): Promise<void>;
  /** Joins the open unit of work: gives claims back without an attempt. The sends are due when their campaign is resumed. */
  hold(claims: readonly Claim[]): Promise<void>;
  /** Joins the open unit of work: stores the days of retries; those that are due later are given back. @throws Error if a claim is lost. */
  place(claims: readonly PlacedClaim[]): Promise<void>;
  /** Queues sends of expired leases again. Returns the ids of those that were still expired. */
  requeueExpired(sends: readonly DueSend[]): Promise<readonly string[]>;
  /** Stores how emails were rendered that the server may have; nothing for erased contacts. */
  recordRendering(claims: readonly (Claim & { readonly message: SentMessage })[]): Promise<void>;
  /** Queues claimed sends again whose outcome is unknown. Returns the number of those that were still claimed. */
  requeueUnknown(claims: readonly Claim[]): Promise<number>;
  /** Counts an attempt without a known outcome; the claim stays. */
  markUnknown(claim: Claim): Promise<void>;
}

/** The pace of the accounts of the current call's workspace, shared by all workers. */
export interface AccountPace {
  /**
   * Returns when each email of a batch may be sent, in the order of the batch: now, or later. Of several workers that send
   * for an account concurrently, one moves its next free time; the emails of the others are later.
   */
  take(accounts: readonly PacedAccount[], now: Date): Promise<readonly Date[]>;
}

/** The emails that were sent before in an enrollment. */
export type ThreadEmail = Pick<Send, 'enrollment_id' | 'step_number' | 'step_id' | 'message_id' | 'subject'>;

export interface SentEmails {
  /** The sent emails of the enrollments, in the order of their steps. */
  ofEnrollments(enrollmentIds: readonly string[]): Promise<readonly ThreadEmail[]>;
}

/** A contact as an email needs it. */
export interface Recipient {
  readonly candidate: Candidate;
  readonly contact: MergeData['contacts'][number];
}

export interface Recipients {
  /** By contact id. A contact that does not exist or is deleted has no entry. */
  readonly byId: ReadonlyMap<string, Recipient>;
  readonly fallbackValues: MergeData['fallbackValues'];
}

/** Suppressions of the current call's workspace that the contacts service has not confirmed yet. */
export type SuppressedAmong = (emails: readonly string[]) => Promise<ReadonlySet<string>>;

/** True when the unsubscribes are stored that the broker took before the call, because this service was not reachable. */
export type HasUnsubscribes = () => Promise<boolean>;

/** Answers of threads, in the current call's workspace unless a workspace is named. */
export interface AnswerReader {
  /** The messages of these sends, by the id of the send. Those of erased contacts do not exist. */
  messagesOf(sendIds: readonly string[]): Promise<ReadonlyMap<string, Message>>;
  /** Undefined if the text was removed. */
  bodyOf(workspaceId: string, messageId: string): Promise<MessageBody | undefined>;
}

/** The contacts service. */
export interface Preflight {
  /** Current addresses, suppressions and template data. @throws AppError unavailable if contacts does not answer. */
  resolve(ctx: CallContext, contactIds: readonly string[]): Promise<Recipients>;
}

/** The Sent folder of an account. */
export interface SentFolder {
  /** True if the folder has a message with one of these Message-IDs; false if not, or if the folder cannot be read. */
  find(account: SenderAccount['stored'], messageIds: readonly string[]): Promise<boolean>;
}

/** An email before it is written as MIME. */
export interface Email {
  readonly messageId: string;
  readonly from: { readonly name: string | null; readonly address: string };
  readonly to: string;
  readonly cc: readonly string[];
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  readonly inReplyTo: string | null;
  /** Message-IDs, the oldest first. */
  readonly references: readonly string[];
  /** Null for an answer: a person writes to a person. */
  readonly unsubscribeUrl: string | null;
  readonly date: Date;
}

/** Writes an email as MIME, with CRLF line ends. */
export type ComposeMessage = (email: Email) => Buffer;

/** The result of one dialog with a mail server. */
export type DialogResult =
  /** The server answered to the message: an acceptance, or a refusal at this command. */
  | { readonly kind: 'answered'; readonly command: SmtpCommand; readonly reply: SmtpReply }
  /** The server of the account was not reached, or refused the session or the log-in. */
  | { readonly kind: 'no_session'; readonly error: string }
  /** The account cannot log in before its owner consents again: the email waits. */
  | { readonly kind: 'no_consent'; readonly error: string }
  /** The connection ended before the content was sent. */
  | { readonly kind: 'interrupted'; readonly error: string }
  /** The connection ended after the content was begun: the server may have accepted the message. */
  | { readonly kind: 'unanswered' }
  /** This process stopped the dialog before the content. */
  | { readonly kind: 'stopped' };

export type SmtpCommand = 'MAIL' | 'RCPT' | 'DATA';

export interface OutgoingMessage {
  readonly account: SenderAccount['stored'];
  /** The recipient, and the addresses that get a copy. */
  readonly to: readonly [string, ...string[]];
  readonly message: Buffer;
  /**
   * Called when the server is ready for the content, before its first byte is sent. The dialog ends if it throws. The
   * message goes to all addresses but the copies at these positions, which the server has refused for good.
   */
  readonly onContent: (refusedCopies: readonly number[]) => void;
  /** Called with the reply to the content as soon as it is read. */
  readonly onReply: (reply: SmtpReply) => void;
}

/** Sends messages over the servers of the accounts. Never throws. */
export type SendMessage = (message: OutgoingMessage) => Promise<DialogResult>;

/** A dialog that reached the content of its message. */
export interface JournalDialog {
  readonly claim: Claim;
  readonly message: SentMessage;
  readonly attempts: number;
}

/** The local record of claims and dialogs, which survives the death of this process. */
export interface SendJournal {
  /** Written before the claim is made. */
  claim(token: string, sends: readonly DueSend[]): void;
  /** Written before the content of the message is sent. */
  begin(dialog: JournalDialog): void;
  /** Written at once after the reply. */
  end(claim: Claim, answer: { readonly reply: SmtpReply; readonly at: Date }): void;
  /** The sends need no record any more: their outcomes are committed, or their claims were given back. */
  settle(sendIds: readonly string[]): void;
}

/** The current content of sequences. */
export interface SequenceVersions {
  /** By id. A deleted sequence has no entry. */
  currentOf(ids: readonly string[]): Promise<ReadonlyMap<string, SequenceContent>>;
}

/** What the checks of claimed emails need. */
export interface PreparePorts extends ReadReasonsPorts {
  readonly campaigns: Pick<CampaignStore, 'findByIds' | 'staysPaused'>;
  readonly enrollments: Pick<EnrollmentRecords, 'findByIds'>;
  readonly senders: Pick<Senders, 'findByIds'>;
  readonly sequences: SequenceVersions;
  readonly sentEmails: SentEmails;
  readonly answers: AnswerReader;
  readonly preflight: Preflight;
  readonly suppressedAmong: SuppressedAmong;
}
