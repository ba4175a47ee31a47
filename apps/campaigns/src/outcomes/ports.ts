import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { CallContext } from '@outreach/service-kit';
import type { Campaign } from '../campaigns/index.ts';
import type { Send } from '../sends/index.ts';
import type { SuppressionCause } from './applied.ts';

/** A send as it was read, and in its next version. */
export interface SendChange {
  readonly before: Send;
  readonly after: Send;
}

/** Sends of the current call's workspace. */
export interface SendStore {
  findByIds(ids: readonly string[]): Promise<readonly Send[]>;
  /** Part of a transaction. @throws Error if a send, or its claim, has changed since it was read. */
  save(changes: readonly SendChange[]): Promise<void>;
  /** Part of a transaction: deletes sends that are planned again. */
  remove(ids: readonly string[]): Promise<void>;
}

/** An address that must not receive further email, because of a send. */
export interface SuppressionRequest {
  /** The id of the send. */
  readonly id: string;
  /** `sha256:` and the digest once the contact was erased. */
  readonly email: string;
  /** SHA-256 of the address. */
  readonly address_digest: string;
  readonly reason: SuppressionCause;
  readonly campaign_id: string;
  readonly contact_id: string;
}

/** The stored fields of a request. */
export type RequestFields = Omit<SuppressionRequest, 'id'>;

/** Suppressions that the contacts service has not confirmed yet. */
export interface SuppressionRequests {
  /** Part of a transaction: a job passes them on after the commit. */
  add(requests: readonly SuppressionRequest[]): Promise<void>;
  /** A page of all requests of a contact. */
  readAll(contactId: string, after: string): Promise<PersonalPage>;
  /** Part of a transaction: only the digests of the addresses of erased contacts remain. */
  eraseContacts(contactIds: readonly string[]): Promise<void>;
  /** Why these addresses of the current call's workspace are suppressed and not confirmed yet. Others have no entry. */
  reasonsAmong(emails: readonly string[]): Promise<ReadonlyMap<string, readonly SuppressionCause[]>>;
}

/** The contacts service. */
export interface Suppressor {
  /** Repeating a call changes nothing. At most 1,000. @throws AppError unavailable. */
  suppress(ctx: CallContext, requests: readonly Omit<SuppressionRequest, 'address_digest'>[]): Promise<void>;
}

/** Pauses campaigns whose rates are too high. */
export interface RateGuard {
  /** Part of the transaction that has counted the sends. */
  check(campaigns: readonly Campaign[]): Promise<void>;
}
