import {
  COMPANY_MEMBERS,
  TEXT_MEMBERS,
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
 * The contact after the change, by the merge rules of PATCH: absent members stay, null clears, tags are replaced,
 * company merges member by member, full_name follows the names until it is set by hand.
 */
export function applyChange(contact: Contact, change: ContactChange, companyIdOf: CompanyIdOf): Contact {
  const texts = Object.fromEntries(
    TEXT_MEMBERS.filter((member) => change[member] !== undefined).map((member) => [member, change[member]]),
  );
  const merged: Contact = {
    ...contact,
    ...texts,
    email: change.email ?? contact.email,
    tags: change.tags === undefined ? contact.tags : [...new Set(change.tags)],
    verification_status: change.verification_status ?? contact.verification_status,
    company: mergeCompany(contact, change, companyIdOf),
  };
  return nameFully(merged, change);
}

/** True when somebody outside could tell the two apart. */
export function isVisiblyDifferent(one: Contact, other: Contact): boolean {
  return JSON.stringify(toRecord(one)) !== JSON.stringify(toRecord(other));
}

/** Clearing full_name hands it back to the names. */
function nameFully(contact: Contact, change: ContactChange): Contact {
  const isOwn = change.full_name === undefined ? contact.full_name_is_own : change.full_name !== null;
  if (isOwn) return { ...contact, full_name_is_own: true };
  const names = [contact.first_name, contact.last_name].filter((name) => name !== null);
  return { ...contact, full_name_is_own: false, full_name: names.length === 0 ? null : names.join(' ') };
}

/** An explicit company.domain wins over company_domain. */
function mergeCompany(contact: Contact, change: ContactChange, companyIdOf: CompanyIdOf): Company {
  const given = change.company ?? {};
  const short = change.company_domain === undefined ? {} : { domain: change.company_domain };
  const present = COMPANY_MEMBERS.filter((member) => given[member] !== undefined);
  const members = Object.fromEntries(present.map((member) => [member, given[member]]));
  const merged: Company = { ...contact.company, ...short, ...members };
  return { ...merged, id: merged.domain === null ? null : companyIdOf(contact.workspace_id, merged.domain) };
}
