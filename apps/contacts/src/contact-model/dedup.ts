import { DEDUP_BEHAVIORS } from '@outreach/contracts-contacts/enumerations';
import { invalidField, knownValue } from '@outreach/errors';
import { COMPANY_FIELDS, TEXT_FIELDS, type Contact, type ContactChange } from './contact.ts';

/** The effect of a row on an existing contact. */
export type DedupBehavior = (typeof DEDUP_BEHAVIORS)[number];

/** The default is update. @throws AppError invalid_argument on an unknown behavior. */
export function toDedupBehavior(text: string): DedupBehavior {
  return text === '' ? 'update' : knownValue('dedup_behavior', DEDUP_BEHAVIORS, text);
}

export const TAGS_MAX = 100;

/**
 * The change to apply to an existing contact: `update` adds its tags, `fill_empty` keeps every value that is set.
 * @throws AppError invalid_argument if the contact would have too many tags. A contact that has too many keeps them.
 */
export function adaptToExisting(
  contact: Contact,
  change: ContactChange,
  dedup: Exclude<DedupBehavior, 'skip'>,
): ContactChange {
  const { email, ...rest } = change;
  if (dedup === 'fill_empty') return fillEmpty(contact, rest);
  if (change.tags === undefined) return rest;
  const tags = [...new Set([...contact.tags, ...change.tags])];
  const max = Math.max(TAGS_MAX, contact.tags.length);
  if (tags.length > max) throw invalidField('tags', `tags must be at most ${TAGS_MAX} items long.`);
  return { ...rest, tags };
}

function fillEmpty(contact: Contact, change: ContactChange): ContactChange {
  const { company, company_domain: domain, tags, custom_fields: values = {} } = change;
  const texts = TEXT_FIELDS.filter((field) => contact[field] === null && change[field] !== undefined);
  const companyFields = COMPANY_FIELDS.filter(
    (field) => contact.company[field] === null && company?.[field] !== undefined,
  );
  const names = Object.keys(values).filter((name) => !Object.hasOwn(contact.custom_fields, name));
  return {
    ...Object.fromEntries(texts.map((field) => [field, change[field]])),
    ...(domain === undefined || contact.company.domain !== null ? {} : { company_domain: domain }),
    company: Object.fromEntries(companyFields.map((field) => [field, company?.[field]])),
    ...(tags === undefined || contact.tags.length > 0 ? {} : { tags }),
    ...(names.length === 0
      ? {}
      : { custom_fields: Object.fromEntries(names.map((name) => [name, values[name]])) }),
  };
}
