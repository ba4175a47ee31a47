import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import type { AnswerPlaces } from '../planning/index.ts';
import type { SendingAccounts } from '../sending-accounts/index.ts';
import type { Send } from '../sends/index.ts';
import type { ThreadRecords } from '../threads/index.ts';

/** Reasons of suppressions by address; an address without one has no entry. */
export type Reasons = ReadonlyMap<string, readonly string[]>;

/** The suppressions of the contacts service. @throws AppError unavailable if contacts does not answer. */
export type SuppressionReasons = (ctx: CallContext, emails: readonly string[]) => Promise<Reasons>;

export interface ReadReasonsPorts {
  readonly suppressionReasons: SuppressionReasons;
  /** The suppressions of this service that the contacts service has not confirmed yet. */
  readonly reasonsAmong: (emails: readonly string[]) => Promise<Reasons>;
}

/** The contacts service. */
export interface ContactAddresses {
  /** The current address of each contact that exists. @throws AppError unavailable. */
  addressesOf(ctx: CallContext, contactIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Answers of the current call's workspace that wait for their time. */
export interface AnswerQueue {
  /** Part of a transaction. Workers start after its commit. */
  add(send: Send): Promise<void>;
}

export interface ReplyPorts extends ReadReasonsPorts {
  readonly threads: ThreadRecords;
  readonly senders: Pick<SendingAccounts['senders'], 'findByIds'>;
  readonly accounts: Pick<SendingAccounts['reader'], 'hold'>;
  readonly contacts: ContactAddresses;
  readonly places: AnswerPlaces;
  readonly answers: AnswerQueue;
  readonly ids: NewId;
  readonly clock: Clock;
  /** HTML of a message as it is shown: nothing in it runs or loads from elsewhere. */
  readonly sanitise: (html: string) => string;
}
