import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Contact } from './gen/contacts.ts';

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

const NO_COMPANY: CompanyRecord = {
  id: null,
  name: null,
  domain: null,
  industry: null,
  employee_count: null,
  revenue_band: null,
};

/** The record of a contact message. @throws Error for a message without its dates. */
export function toContactRecord(contact: Contact): ContactRecord {
  const { icp_tier, custom_fields = {}, company = {}, ...fields } = contact;
  return {
    ...recordOf(fields, 'created_at', 'updated_at'),
    icp_tier: icp_tier === '' ? null : icp_tier,
    company: { ...NO_COMPANY, ...recordOf(company) },
    custom_fields,
  };
}
