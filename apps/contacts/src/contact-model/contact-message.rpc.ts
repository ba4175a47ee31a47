import { type Contact as ContactMessage, type ContactInput } from '@outreach/contracts-contacts';
import {
  COMPANY_FIELDS,
  requiredFieldsOf,
  TEXT_FIELDS,
  type Company,
  type CompanyChange,
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
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  const texts: Record<string, string | null> = {};
  for (const field of [...TEXT_FIELDS, 'company_domain' as const]) {
    if (named.has(field)) texts[field] = input[field] ?? null;
  }
  return {
    ...texts,
    ...(named.has('email') && input.email !== undefined ? { email: input.email } : {}),
    ...(named.has('tags') ? { tags: input.tags } : {}),
    ...(named.has('verification_status')
      ? { verification_status: input.verification_status ?? 'unverified' }
      : {}),
    ...(named.has('custom_fields') ? { custom_fields: input.custom_fields ?? {} } : {}),
    company: fromCompanyInput(input.company, named),
  };
}

function fromCompanyInput(company: ContactInput['company'], named: ReadonlySet<string>): CompanyChange {
  const change: Record<string, string | number | null> = {};
  for (const field of COMPANY_FIELDS) {
    if (named.has(`company.${field}`)) change[field] = company?.[field] ?? null;
  }
  return change;
}
