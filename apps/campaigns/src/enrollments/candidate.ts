import type { VERIFICATION_STATUSES } from '@outreach/contracts-contacts';
import type { Campaign } from '../campaigns/index.ts';

export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** A contact of the workspace that is not deleted, as the contacts service describes it. */
export interface Candidate {
  readonly contactId: string;
  readonly email: string;
  /** The zone of the contact; null if it is unknown. */
  readonly timeZone: string | null;
  /** The provider of the mailbox; null if it is unknown. */
  readonly mailProvider: string | null;
  readonly verificationStatus: VerificationStatus;
  readonly isSuppressed: boolean;
  readonly meetsFilter: boolean;
}

/** The reason why a contact is not enrolled. */
export type Refusal = 'not_found' | 'suppressed' | 'filter_mismatch' | 'unsendable';

/** Addresses that no campaign sends to. */
const UNSENDABLE: ReadonlySet<VerificationStatus> = new Set(['invalid']);
/** Addresses that a campaign sends to only with `allow_risky_contacts`. */
const RISKY: ReadonlySet<VerificationStatus> = new Set(['risky', 'catch_all']);

/** Returns the first reason against the contact, or undefined if the campaign accepts it. */
export function refusalOf(
  { allow_risky_contacts: allowsRisky }: Pick<Campaign, 'allow_risky_contacts'>,
  candidate: Candidate | undefined,
): Refusal | undefined {
  if (candidate === undefined) return 'not_found';
  if (candidate.isSuppressed) return 'suppressed';
  if (!candidate.meetsFilter) return 'filter_mismatch';
  const { verificationStatus: status } = candidate;
  return UNSENDABLE.has(status) || (RISKY.has(status) && !allowsRisky) ? 'unsendable' : undefined;
}
