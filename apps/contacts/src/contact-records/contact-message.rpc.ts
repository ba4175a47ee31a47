import { toMeta } from '@outreach/app-kit';
import type { PageMeta } from '@outreach/contracts-common';
import { type Contact as ContactMessage, type ContactInput } from '@outreach/contracts-contacts';
import {
  COMPANY_MEMBERS,
  setMembersOf,
  TEXT_MEMBERS,
  type Company,
  type CompanyChange,
  type Contact,
  type ContactChange,
} from './contact.ts';
import type { CountedPage } from '../lists/find-contacts.ts';

/** The domain's contact as a message; what is null stays away from the wire. */
export function toMessage(contact: Contact): ContactMessage {
  const texts = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, contact[member] ?? undefined]));
  return {
    ...texts,
    ...setMembersOf(contact),
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

/** The members that the mask names; one without a value is cleared. */
export function toChange(
  input: ContactInput | undefined,
  mask: readonly string[] | undefined,
): ContactChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  const texts: Record<string, string | null> = {};
  for (const member of [...TEXT_MEMBERS, 'company_domain' as const]) {
    if (named.has(member)) texts[member] = input[member] ?? null;
  }
  return {
    ...texts,
    ...(named.has('email') && input.email !== undefined ? { email: input.email } : {}),
    ...(named.has('tags') ? { tags: input.tags } : {}),
    ...(named.has('verification_status')
      ? { verification_status: input.verification_status ?? 'unverified' }
      : {}),
    ...(named.has('custom_fields') ? { custom_fields: input.custom_fields ?? {} } : {}),
    company: toCompanyChange(input.company, named),
  };
}

function toCompanyChange(company: ContactInput['company'], named: ReadonlySet<string>): CompanyChange {
  const change: Record<string, string | number | null> = {};
  for (const member of COMPANY_MEMBERS) {
    if (named.has(`company.${member}`)) change[member] = company?.[member] ?? null;
  }
  return change;
}

/** A page of contacts as every list of them answers it. */
export function toContactPage(page: CountedPage): { contacts: ContactMessage[]; meta: PageMeta } {
  const { totalCount, isEstimated } = page;
  return {
    contacts: page.items.map(toMessage),
    meta: { ...toMeta(page), total_count: totalCount, total_count_estimated: isEstimated },
  };
}
