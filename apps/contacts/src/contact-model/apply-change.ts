import { hash } from 'node:crypto';
import {
  TEXT_FIELDS,
  toRecord,
  type Company,
  type Contact,
  type ContactChange,
  type TextField,
} from './contact.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_CHARACTERS = 26;
const LETTERS = ALPHABET.length;

export const NO_COMPANY: Company = {
  id: null,
  name: null,
  domain: null,
  industry: null,
  employee_count: null,
  revenue_band: null,
};

/**
 * Returns the contact after the change, by the merge rules of PATCH: absent fields stay, null clears, tags are
 * replaced, company merges field by field, full_name follows first and last name until a caller sets it.
 */
export function applyChange(contact: Contact, change: ContactChange): Contact {
  const texts: Partial<Record<TextField, string | null>> = {};
  for (const field of TEXT_FIELDS) {
    const text = change[field];
    if (text !== undefined) texts[field] = text;
  }
  const merged: Contact = {
    ...contact,
    ...texts,
    ...addressOf(contact, change),
    tags: change.tags === undefined ? contact.tags : [...new Set(change.tags)],
    company: mergeCompany(contact, change),
  };
  return withFullName(merged, change);
}

type AddressFields = Pick<Contact, 'email' | 'verification_status' | 'verified_at' | 'mail_provider'>;

/** The facts about an address are not those of another address. */
function addressOf(contact: Contact, change: ContactChange): AddressFields {
  const { email, verified_at, mail_provider } = contact;
  const { email: changed = email, verification_status: given } = change;
  return changed === email
    ? { email, verification_status: given ?? contact.verification_status, verified_at, mail_provider }
    : { email: changed, verification_status: given ?? 'unverified', verified_at: null, mail_provider: null };
}

/** True when the public records of the two contacts differ. */
export function isVisiblyDifferent(first: Contact, second: Contact): boolean {
  return JSON.stringify(toRecord(first)) !== JSON.stringify(toRecord(second));
}

/** Clearing full_name derives it from first and last name again. */
function withFullName(contact: Contact, change: ContactChange): Contact {
  const isOwn = change.full_name === undefined ? contact.full_name_is_own : change.full_name !== null;
  if (isOwn) return { ...contact, full_name_is_own: true };
  const names = [contact.first_name, contact.last_name].filter((name) => name !== null);
  return { ...contact, full_name_is_own: false, full_name: names.length === 0 ? null : names.join(' ') };
}

/** An explicit company.domain wins over company_domain. */
function mergeCompany(
  { workspace_id, company }: Contact,
  { company: given = {}, company_domain }: ContactChange,
): Company {
  const domain = changed(given.domain, changed(company_domain, company.domain));
  return {
    id: domain === null ? null : companyIdOf(workspace_id, domain),
    name: changed(given.name, company.name),
    domain,
    industry: changed(given.industry, company.industry),
    employee_count: changed(given.employee_count, company.employee_count),
    revenue_band: changed(given.revenue_band, company.revenue_band),
  };
}

/** The value after a change; an undefined one leaves the value as it is. */
function changed<Value>(given: Value | undefined, current: Value): Value {
  return given === undefined ? current : given;
}

/** The same pair always has the same id: `co_` and 26 Crockford letters, each from one byte of a SHA-256 over workspace and domain. */
function companyIdOf(workspaceId: string, domain: string): string {
  const digest = hash('sha256', `${workspaceId} ${domain}`, 'buffer');
  let id = 'co_';
  for (const byte of digest.subarray(0, ID_CHARACTERS)) id += ALPHABET.charAt(byte % LETTERS);
  return id;
}
