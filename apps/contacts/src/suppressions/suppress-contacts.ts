import type { CallContext } from '@outreach/service-kit';
import type { ContactStore } from '../contact-store/index.ts';
import {
  addSuppressions,
  type ManageSuppressionsPorts,
  type NewSuppression,
  type SuppressionOutcome,
} from './manage-suppressions.ts';
import { hashedTarget } from './suppression.ts';

export interface SuppressContactsPorts extends ManageSuppressionsPorts {
  readonly contacts: Pick<ContactStore, 'known'>;
}

/** A suppression that an email of a campaign caused. */
export type CausedSuppression = NewSuppression & Required<Pick<NewSuppression, 'cause'>>;

/**
 * Adds the suppressions of contacts, like `addSuppressions`. The request can arrive after the erasure of its contact: the
 * address of a contact that is not stored is suppressed by its digest.
 */
export async function suppressContacts(
  ports: SuppressContactsPorts,
  ctx: CallContext,
  inputs: readonly CausedSuppression[],
): Promise<readonly SuppressionOutcome[]> {
  const stored = await ports.contacts.known([...new Set(inputs.map(({ cause }) => cause.contactId))]);
  const targetOf = (input: CausedSuppression): NewSuppression =>
    stored.has(input.cause.contactId) ? input : { ...input, ...hashedTarget(input) };
  return addSuppressions(ports, ctx, inputs.map(targetOf));
}
