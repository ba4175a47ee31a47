import { COMPANY_MEMBERS, TEXT_MEMBERS, type Contact, type ContactChange } from './contact.ts';

export const DEDUP_BEHAVIORS = ['update', 'skip', 'fill_empty'] as const;

/** What becomes of a row whose contact is there: its members win, it is left out, or it fills what is empty. */
export type DedupBehavior = (typeof DEDUP_BEHAVIORS)[number];

/** The change as it suits a contact that is there: `update` unites tags, `fill_empty` touches nothing that has a value. */
export function adaptToExisting(
  contact: Contact,
  change: ContactChange,
  dedup: Exclude<DedupBehavior, 'skip'>,
): ContactChange {
  const { email, ...rest } = change;
  if (dedup === 'fill_empty') return fillEmpty(contact, rest);
  if (change.tags === undefined) return rest;
  return { ...rest, tags: [...new Set([...contact.tags, ...change.tags])] };
}

function fillEmpty(contact: Contact, change: ContactChange): ContactChange {
  const { company, company_domain: domain, tags, custom_fields: values = {} } = change;
  const texts = TEXT_MEMBERS.filter((member) => contact[member] === null && change[member] !== undefined);
  const companyMembers = COMPANY_MEMBERS.filter(
    (member) => contact.company[member] === null && company?.[member] !== undefined,
  );
  const names = Object.keys(values).filter((name) => !Object.hasOwn(contact.custom_fields, name));
  return {
    ...Object.fromEntries(texts.map((member) => [member, change[member]])),
    ...(domain === undefined || contact.company.domain !== null ? {} : { company_domain: domain }),
    company: Object.fromEntries(companyMembers.map((member) => [member, company?.[member]])),
    ...(tags === undefined || contact.tags.length > 0 ? {} : { tags }),
    ...(names.length === 0
      ? {}
      : { custom_fields: Object.fromEntries(names.map((name) => [name, values[name]])) }),
  };
}
