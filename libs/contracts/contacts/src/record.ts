import { enumOf, recordFields } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Contact } from './gen/contacts.ts';
import { requireTimestamp } from './timestamp.ts';

export const SENIORITIES = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const;

export const DEPARTMENTS = [
  'executive',
  'product',
  'engineering',
  'design',
  'education',
  'finance',
  'human_resources',
  'information_technology',
  'legal',
  'marketing',
  'medical',
  'operations',
  'sales',
  'consulting',
  'support',
  'other',
] as const;

export const VERIFICATION_STATUSES = [
  'unverified',
  'pending',
  'valid',
  'risky',
  'catch_all',
  'invalid',
] as const;
export const MAIL_PROVIDERS = ['google', 'microsoft', 'other'] as const;
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export const ICP_TIERS = ['A', 'B', 'C', 'D'] as const;
export const LEAD_SOURCES = ['api', 'bulk', 'import', 'manual', 'enrichment'] as const;

const nullableText = z.string().nullable();

export const CompanyRecord = z.object({
  id: nullableText,
  name: nullableText,
  domain: nullableText,
  industry: nullableText,
  employee_count: z.int().nullable(),
  revenue_band: nullableText,
});

/** A contact in REST replies and contact events. */
export const ContactRecord = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  email: z
    .string()
    .describe(
      'Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted.',
    ),
  first_name: nullableText,
  last_name: nullableText,
  full_name: nullableText.describe('Defaults to first and last name.'),
  title: nullableText.describe('Job title.'),
  seniority: enumOf(SENIORITIES).nullable(),
  department: enumOf(DEPARTMENTS).nullable(),
  phone: nullableText,
  mobile: nullableText,
  linkedin_url: nullableText,
  city: nullableText,
  state: nullableText,
  country: nullableText,
  time_zone: nullableText.describe('IANA time zone name, such as Europe/Berlin.'),
  lead_source: enumOf(LEAD_SOURCES).describe('The origin of the contact.'),
  lead_score: z.int().describe('Score from 0 to 100.'),
  icp_tier: enumOf(ICP_TIERS).nullable().describe('Tier of the ideal customer profile, from A (best) to D.'),
  grade: enumOf(GRADES).describe('Grade of the score: A from 80, B from 60, C from 40, D from 20, else F.'),
  tags: z.array(z.string()).describe('At most 100 tags of at most 64 characters.'),
  verification_status: enumOf(VERIFICATION_STATUSES).describe('Result of the verification of the address.'),
  verified_at: z.iso
    .datetime()
    .nullable()
    .describe('When the address was verified last; `null` before the first known result.'),
  mail_provider: enumOf(MAIL_PROVIDERS)
    .nullable()
    .describe('The provider of the mail servers of the domain; `null` before the first verification.'),
  is_enriched: z.boolean().describe('`true` after an enrichment.'),
  is_deleted: z.boolean().describe('`true` after a soft delete.'),
  company: CompanyRecord.describe('The company of the contact.'),
  custom_fields: z
    .record(z.string(), z.unknown())
    .describe('Values of custom fields by their names. Unknown names are ignored.'),
  created_at: recordFields.created_at,
  updated_at: recordFields.updated_at,
});

export type CompanyRecord = z.infer<typeof CompanyRecord>;

export type ContactRecord = z.infer<typeof ContactRecord>;

/** The record of a contact message; absent values are null. @throws Error for a message without its dates. */
export function toContactRecord(contact: Contact): ContactRecord {
  return {
    id: contact.id,
    workspace_id: contact.workspace_id,
    email: contact.email,
    first_name: contact.first_name ?? null,
    last_name: contact.last_name ?? null,
    full_name: contact.full_name ?? null,
    title: contact.title ?? null,
    seniority: contact.seniority ?? null,
    department: contact.department ?? null,
    phone: contact.phone ?? null,
    mobile: contact.mobile ?? null,
    linkedin_url: contact.linkedin_url ?? null,
    city: contact.city ?? null,
    state: contact.state ?? null,
    country: contact.country ?? null,
    time_zone: contact.time_zone ?? null,
    lead_source: contact.lead_source,
    lead_score: contact.lead_score,
    icp_tier: contact.icp_tier === '' ? null : contact.icp_tier,
    grade: contact.grade,
    tags: contact.tags,
    verification_status: contact.verification_status,
    verified_at: contact.verified_at?.toISOString() ?? null,
    mail_provider: contact.mail_provider ?? null,
    is_enriched: contact.is_enriched,
    is_deleted: contact.is_deleted,
    company: toCompanyRecord(contact.company),
    custom_fields: contact.custom_fields ?? {},
    created_at: requireTimestamp(contact.created_at, 'created_at'),
    updated_at: requireTimestamp(contact.updated_at, 'updated_at'),
  };
}

function toCompanyRecord(company: Contact['company']): CompanyRecord {
  return {
    id: company?.id ?? null,
    name: company?.name ?? null,
    domain: company?.domain ?? null,
    industry: company?.industry ?? null,
    employee_count: company?.employee_count ?? null,
    revenue_band: company?.revenue_band ?? null,
  };
}
