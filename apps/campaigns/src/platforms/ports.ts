import type { BounceClassification } from '../bounce-classes/index.ts';
import type { Send } from '../sends/index.ts';
import type { SmtpReply } from '../feedback/index.ts';
import type { ThirdParty } from './platform.ts';

/** A rendered email for a platform. */
export interface PlatformMessage {
  /** The id of the send: the same in every submission, so that the platform can drop a repeated one. */
  readonly id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly step_number: number;
  readonly from: { readonly name: string | null; readonly address: string };
  readonly to: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  /** Further headers of the email, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a platform did with one message. */
export type SubmitResult =
  | { readonly kind: 'accepted' }
  | ({ readonly kind: 'refused'; readonly reply: SmtpReply } & BounceClassification)
  /** The platform asks for the message again. @param retryAt not before this time, if it names one. */
  | { readonly kind: 'retry'; readonly error: string; readonly retryAt: Date | undefined }
  /** The platform cannot send the message, for another reason than its recipient. */
  | { readonly kind: 'failed'; readonly error: string }
  /** The platform may have accepted the message. */
  | { readonly kind: 'unknown'; readonly error: string }
  /** The platform has certainly not accepted the message, because it took no message. */
  | { readonly kind: 'not_submitted' };

/** The platform did not answer a request as agreed. */
export interface PlatformFailure {
  readonly error: string;
  /** The platform takes no message before this time, if it names one. */
  readonly retryAt: Date | undefined;
}

export interface Submission {
  /** One result per message, by id. */
  readonly results: ReadonlyMap<string, SubmitResult>;
  readonly failure: PlatformFailure | undefined;
}

/** A connection to a platform that sends emails. */
export interface PlatformAdapter {
  readonly platform: ThirdParty;
  /**
   * Submits messages. A message that was submitted before has the same id, and the platform does not send it twice.
   * Never throws.
   */
  submit(messages: readonly PlatformMessage[], signal: AbortSignal): Promise<Submission>;
}

/** Verifies the signatures of results. */
export interface ResultVerifier {
  /** False for an unknown platform, and for one that is not configured. */
  isSigned(platform: string, request: SignedResults): boolean;
}

/** A request of a platform as it was received. */
export interface SignedResults {
  readonly body: Uint8Array;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** The fields of a send that decide whether a result is about it. */
export type ReportedSend = Pick<Send, 'id' | 'workspace_id' | 'campaign_id' | 'status' | 'sent_at'>;

export interface ReportedSends {
  /** The sends of all workspaces: a platform names no workspace. */
  findByIds(ids: readonly string[]): Promise<readonly ReportedSend[]>;
  /** Part of a transaction: the sends of the current call's workspace as they are now. */
  readByIds(ids: readonly string[]): Promise<readonly ReportedSend[]>;
}
