import { adaptToExisting, applyChange, type Contact, type ContactChange } from '../contact-model/index.ts';
import type { EnrichmentValues } from './check-values.ts';

/** Fills the empty fields of a contact; existing values stay unchanged. */
export function fillContact(contact: Contact, values: EnrichmentValues): Contact {
  const { company, full_name: fullName, ...texts } = values;
  const hasNames = [contact.first_name, contact.last_name, texts.first_name, texts.last_name].some(
    (name) => typeof name === 'string',
  );
  const change: ContactChange = {
    ...texts,
    // With a first or last name the full name is derived from them.
    ...(fullName === undefined || hasNames ? {} : { full_name: fullName }),
    ...(isOfCompany(contact, company.domain) ? { company } : {}),
  };
  return applyChange(contact, adaptToExisting(contact, change, 'fill_empty'));
}

/** False if the values describe a company with another domain than the contact's. */
function isOfCompany({ company }: Contact, domain: string | null | undefined): boolean {
  return company.domain === null || !domain || domain === company.domain;
}
