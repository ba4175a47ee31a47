import type { Contact } from '../contact-model/index.ts';
import type { Verdict } from './ports.ts';

export type VerifiedFields = Partial<Pick<Contact, 'verification_status' | 'verified_at' | 'mail_provider'>>;

/** The fields that a verdict sets; undefined if the result is unknown. */
export function verifiedFields({ result, mailProvider }: Verdict, at: Date): VerifiedFields | undefined {
  if (result === 'unknown') return undefined;
  return {
    verification_status: result,
    verified_at: at,
    ...(mailProvider === undefined ? {} : { mail_provider: mailProvider }),
  };
}
