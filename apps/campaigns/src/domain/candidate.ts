import type { Campaign } from './campaign.ts';

/** A contact of the workspace that is there, as the contacts service knows it. */
export interface Candidate {
  readonly contactId: string;
  readonly email: string;
  readonly verificationStatus: string;
  readonly isSuppressed: boolean;
  readonly meetsFilter: boolean;
}

/** Why a contact is not enrolled, but that it is already. */
export type Refusal = 'not_found' | 'suppressed' | 'filter_mismatch' | 'unsendable';

/** What is never sent to, and what only campaigns send to that allow it (decisions §7). */
const UNSENDABLE: ReadonlySet<string> = new Set(['invalid']);
const RISKY: ReadonlySet<string> = new Set(['risky', 'catch_all']);

/** Undefined when the campaign takes the contact; of several reasons the first of their order. */
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
