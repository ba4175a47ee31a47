import { applyChange, type CompanyIdOf } from '../contact-records/apply-change.ts';
import type { Contact, ContactChange } from '../contact-records/contact.ts';
import { adaptToExisting } from '../contact-records/dedup.ts';
import type { EnrichmentValues } from './check-values.ts';

/** The contact with the values where it had none; it never loses or changes one. */
export function fillContact(contact: Contact, values: EnrichmentValues, companyIdOf: CompanyIdOf): Contact {
  const { company, full_name: fullName, ...texts } = values;
  const hasNames = [contact.first_name, contact.last_name, texts.first_name, texts.last_name].some(
    (name) => typeof name === 'string',
  );
  const change: ContactChange = {
    ...texts,
    // Where there are names the full name follows them.
    ...(fullName === undefined || hasNames ? {} : { full_name: fullName }),
    ...(isOfCompany(contact, company.domain) ? { company } : {}),
  };
  return applyChange(contact, adaptToExisting(contact, change, 'fill_empty'), companyIdOf);
}

/** What is known of another company than the contact's would describe the wrong one. */
function isOfCompany({ company }: Contact, domain: string | null | undefined): boolean {
  return company.domain === null || !domain || domain === company.domain;
}
