import {
  COMPANY_FIELDS,
  TEXT_FIELDS,
  toRecord,
  type Company,
  type Contact,
  type ContactChange,
} from './contact.ts';

/** Derives the id of a company from workspace and domain; the same pair always has the same id. */
export type CompanyIdOf = (workspaceId: string, domain: string) => string;

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
export function applyChange(contact: Contact, change: ContactChange, companyIdOf: CompanyIdOf): Contact {
  const texts = Object.fromEntries(
    TEXT_FIELDS.filter((field) => change[field] !== undefined).map((field) => [field, change[field]]),
  );
  const merged: Contact = {
    ...contact,
    ...texts,
    email: change.email ?? contact.email,
    tags: change.tags === undefined ? contact.tags : [...new Set(change.tags)],
    verification_status: change.verification_status ?? contact.verification_status,
    company: mergeCompany(contact, change, companyIdOf),
  };
  return withFullName(merged, change);
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
function mergeCompany(contact: Contact, change: ContactChange, companyIdOf: CompanyIdOf): Company {
  const given = change.company ?? {};
  const short = change.company_domain === undefined ? {} : { domain: change.company_domain };
  const named = COMPANY_FIELDS.filter((field) => given[field] !== undefined);
  const values = Object.fromEntries(named.map((field) => [field, given[field]]));
  const merged: Company = { ...contact.company, ...short, ...values };
  return { ...merged, id: merged.domain === null ? null : companyIdOf(contact.workspace_id, merged.domain) };
}
