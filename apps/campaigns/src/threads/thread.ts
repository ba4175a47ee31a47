import type { INTENT_SOURCES, MESSAGE_STATUSES, THREAD_STATUSES } from '@outreach/contracts-campaigns/inbox';
import type { ReplyIntent } from '../feedback/index.ts';

/** The conversation with the contact of an enrollment; it begins with the first reply. One per enrollment. */
export interface Thread {
  readonly id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly enrollment_id: string;
  readonly contact_id: string;
  readonly contact_email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** The time of the change of the contact that the thread shows; null if it was deleted before. */
  readonly contact_updated_at: Date | null;
  readonly sending_account_id: string;
  /** The subject of the first message. */
  readonly subject: string;
  /** The intent of the last received message. */
  readonly intent: ReplyIntent;
  readonly intent_source: (typeof INTENT_SOURCES)[number];
  /** The received message that the intent is about. */
  readonly intent_message_id: string;
  readonly status: (typeof THREAD_STATUSES)[number];
  readonly unread: boolean;
  /** The first characters of the last received message. */
  readonly snippet: string;
  readonly message_count: number;
  readonly last_message_at: Date;
  readonly created_at: Date;
  /** Grows with every change. */
  readonly version: number;
}

export interface Attachment {
  readonly file_name: string | null;
  readonly content_type: string;
  /** Bytes of the decoded file. */
  readonly size: number;
}

/** A message of a thread, without its bodies. */
export interface Message {
  readonly id: string;
  readonly workspace_id: string;
  readonly thread_id: string;
  readonly contact_id: string;
  readonly direction: 'in' | 'out';
  readonly from: { readonly name: string | null; readonly email: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** True if a body was longer than what is stored. */
  readonly truncated: boolean;
  /** The arrival of a received message; null before an answer is sent. */
  readonly sent_at: Date | null;
  /** Without angle brackets. */
  readonly message_id: string | null;
  /** The Message-IDs of the conversation before the message, without angle brackets, the oldest first. */
  readonly references: readonly string[];
  /** Our email, or the one that a received message answers. */
  readonly send_id: string | null;
  /** The email of a step that a received message counts for: `send_id`, or the last one before our answer. */
  readonly counted_send_id: string | null;
  /** Null for our messages. */
  readonly intent: ReplyIntent | null;
  readonly status: (typeof MESSAGE_STATUSES)[number];
  readonly error: string | null;
  readonly attachments: readonly Attachment[];
  /** Orders the messages of a thread: the time of the email, or the time at which an answer was written. */
  readonly at: Date;
}

/** The bodies of a message; they are sealed and removed after a time. */
export interface MessageBody {
  readonly body_text: string;
  readonly body_html: string | null;
  /** The HTML of an answer as it is sent, if `body_html` is not the same. */
  readonly outgoing_html?: string;
}

/** A message with its bodies. */
export interface FullMessage extends Message, MessageBody {}

/** A reply with the send that it answers. */
export interface ReceivedReply {
  readonly send: {
    readonly id: string;
    readonly enrollment_id: string;
    readonly contact_id: string;
    readonly sending_account_id: string;
    /** Null once the contact has been erased. */
    readonly contact_email: string | null;
    readonly sent_at: Date | null;
    /** The answer of the thread that the reply is to, where the send is the last step. */
    readonly answer_id?: string;
  };
  /** The arrival. */
  readonly at: Date;
  readonly intent: ReplyIntent;
  readonly snippet: string;
  readonly content: ReceivedContent;
}

/** What a received message contains, sanitised and within the limits. */
export type ReceivedContent = MessageBody &
  Pick<Message, 'from' | 'to' | 'cc' | 'subject' | 'truncated' | 'message_id' | 'references' | 'attachments'>;
