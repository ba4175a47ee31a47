import { contactErrors } from '@outreach/contracts-contacts';
import type { CallContext } from '@outreach/service-kit';
import type { Contact } from '../contact-model/index.ts';
import { getContact } from '../contact-store/index.ts';
import { KnownFailure } from '../json-server/index.ts';
import type { Verdict, VerificationPorts } from './ports.ts';
import { saveVerified, type Verdicts } from './save-verified.ts';

/** Time in ms of a call that remains for the commit. */
const COMMIT_MS = 1_500;
const UNKNOWN: Verdict = { result: 'unknown', mailProvider: undefined };

/** @throws AppError not_found; conflict when the contact is deleted. */
export async function getVerifiable(ports: VerificationPorts, id: string): Promise<Contact> {
  const contact = await getContact(ports, id);
  if (contact.is_deleted) throw contactErrors.deleted.make();
  return contact;
}

/** Verifies the address of a contact, outside any transaction. A failure of the external server is `unknown`. */
export async function verifyAddress(
  ports: VerificationPorts,
  { workspaceId, deadlineAtMs }: CallContext,
  id: string,
): Promise<Verdicts> {
  const { verifier, clock, logger } = ports;
  const { email } = await getVerifiable(ports, id);
  const signal = AbortSignal.timeout(Math.max(1, deadlineAtMs - COMMIT_MS - clock.now()));
  const ctx = { workspaceId, deadlineAtMs: deadlineAtMs - COMMIT_MS, signal };
  const verdict = await verifier.verify(ctx, email).catch((thrown: unknown) => {
    if (!(thrown instanceof KnownFailure)) throw thrown;
    logger.warn({ workspace_id: workspaceId, contact_id: id, err: thrown }, 'a verification failed');
    return UNKNOWN;
  });
  return new Map([[email, verdict]]);
}

/** Stores the verdict in the caller's unit of work. @throws AppError as getVerifiable. */
export async function commitVerdict(
  ports: VerificationPorts,
  id: string,
  verdicts: Verdicts,
): Promise<Contact> {
  await saveVerified(ports, [await getVerifiable(ports, id)], verdicts);
  return getContact(ports, id);
}
