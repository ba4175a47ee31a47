import type { CallContext } from '@outreach/service-kit';
import type { ReadReasonsPorts, Reasons } from './ports.ts';

const UNSUBSCRIBED = 'unsubscribed';

/**
 * Why addresses are suppressed. The own suppressions are read first: one that is confirmed meanwhile is in the contacts
 * service then. @throws AppError unavailable if contacts does not answer.
 */
export async function readReasons(
  { suppressionReasons, reasonsAmong }: ReadReasonsPorts,
  ctx: CallContext,
  emails: readonly string[],
): Promise<Reasons> {
  const addresses = [...new Set(emails)];
  const own = await reasonsAmong(addresses);
  const known = await suppressionReasons(ctx, addresses);
  return new Map(
    addresses.flatMap((email) => {
      const reasons = [...(own.get(email) ?? []), ...(known.get(email) ?? [])];
      return own.has(email) || known.has(email) ? [[email, reasons] as const] : [];
    }),
  );
}

/**
 * The first address that gets no answer, because it is unsubscribed only or suppressed for another reason; undefined if
 * all of them get it.
 */
export function firstSuppressed(
  emails: readonly string[],
  reasons: Reasons,
  despiteUnsubscribe: boolean,
): { readonly email: string; readonly isUnsubscribe: boolean } | undefined {
  for (const email of emails) {
    const own = reasons.get(email);
    if (own === undefined) continue;
    const isUnsubscribe = own.length > 0 && own.every((reason) => reason === UNSUBSCRIBED);
    if (!isUnsubscribe || !despiteUnsubscribe) return { email, isUnsubscribe };
  }
  return undefined;
}
