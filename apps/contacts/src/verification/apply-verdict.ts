import type { Contact } from '../contact-model/index.ts';
import type { Verdict } from './ports.ts';

/** The contact with the result of its verification; the same object if the result is unknown. */
export function applyVerdict(contact: Contact, { result, mailProvider }: Verdict, at: Date): Contact {
  if (result === 'unknown') return contact;
  return {
    ...contact,
    verification_status: result,
    verified_at: at,
    mail_provider: mailProvider === undefined ? contact.mail_provider : mailProvider,
  };
}
