import type { CallContext } from '@outreach/service-kit';
import type { PreparePorts, Recipient, Recipients } from './ports.ts';

/** A contact with its address as this service has it; null if it is unknown. */
export interface Addressee {
  readonly contactId: string;
  readonly email: string | null;
}

/**
 * Reads contacts with their suppressions: those of the contacts service, and those that this service has stored and the
 * contacts service has not confirmed yet. A contact whose address has changed is read again under its new address.
 * @throws AppError unavailable if contacts does not answer.
 */
export async function readRecipients(
  ports: PreparePorts,
  ctx: CallContext,
  addressees: readonly Addressee[],
): Promise<Recipients> {
  const known = new Set(addressees.map(({ email }) => email));
  const found = await readOnce(ports, ctx, addressees);
  const moved = [...found.byId].flatMap(
    ([
      contactId,
      {
        candidate: { email },
      },
    ]) => (known.has(email) ? [] : [{ contactId, email }]),
  );
  if (moved.length === 0) return found;
  const again = await readOnce(ports, ctx, moved);
  return { ...found, byId: new Map([...found.byId, ...again.byId]) };
}

/** The own suppressions are read first: one that is confirmed and removed meanwhile is in the contacts service then. */
async function readOnce(
  { preflight, suppressedAmong }: PreparePorts,
  ctx: CallContext,
  addressees: readonly Addressee[],
): Promise<Recipients> {
  const emails = addressees.flatMap(({ email }) => (email === null ? [] : [email]));
  const suppressed = await suppressedAmong([...new Set(emails)]);
  const contactIds = new Set(addressees.map(({ contactId }) => contactId));
  const recipients = await preflight.resolve(ctx, [...contactIds]);
  if (suppressed.size === 0) return recipients;
  const byId = [...recipients.byId].map(([id, recipient]) => [id, marked(recipient, suppressed)] as const);
  return { ...recipients, byId: new Map(byId) };
}

function marked(recipient: Recipient, suppressed: ReadonlySet<string>): Recipient {
  const { candidate } = recipient;
  if (!suppressed.has(candidate.email)) return recipient;
  return { ...recipient, candidate: { ...candidate, isSuppressed: true } };
}
