import { maskedFields } from '@outreach/contracts-common';
import type { Contact as ContactMessage, ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import {
  COMPANY_FIELDS,
  requiredFieldsOf,
  TEXT_FIELDS,
  type Company,
  type Contact,
  type ContactChange,
} from './contact.ts';

/** The contact as a message; null fields are absent. */
export function toContactMessage(contact: Contact): ContactMessage {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, contact[field] ?? undefined]));
  return {
    ...texts,
    ...requiredFieldsOf(contact),
    id: contact.id,
    verified_at: contact.verified_at ?? undefined,
    mail_provider: contact.mail_provider ?? undefined,
    tags: [...contact.tags],
    company: toCompanyMessage(contact.company),
    custom_fields: contact.custom_fields,
    created_at: contact.created_at,
    updated_at: contact.updated_at,
  };
}

function toCompanyMessage(company: Company): ContactMessage['company'] {
  return {
    id: company.id ?? undefined,
    name: company.name ?? undefined,
    domain: company.domain ?? undefined,
    industry: company.industry ?? undefined,
    employee_count: company.employee_count ?? undefined,
    revenue_band: company.revenue_band ?? undefined,
  };
}

/** The fields that the mask names; a field without a value is cleared. */
export function fromContactInput(
  input: ContactInput | undefined,
  mask: readonly string[] | undefined,
): ContactChange {
  if (input === undefined) return {};
  const { email, tags, verification_status = 'unverified', custom_fields = {} } = input;
  const company: NonNullable<ContactInput['company']> = input.company ?? {};
  const texts = nullableFields(input, [...TEXT_FIELDS, 'company_domain' as const]);
  return {
    ...maskedFields(mask, { ...texts, email, tags, verification_status, custom_fields }),
    company: maskedFields(mask, nullableFields(company, COMPANY_FIELDS), 'company.'),
  };
}

function nullableFields<Input extends object, Name extends keyof Input & string>(
  input: Input,
  names: readonly Name[],
): { [Field in Name]: Exclude<Input[Field], undefined> | null };
function nullableFields(input: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(input, name) ?? null]));
}
