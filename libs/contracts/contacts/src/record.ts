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
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export const ICP_TIERS = ['A', 'B', 'C', 'D'] as const;
export const LEAD_SOURCES = ['api', 'bulk', 'import', 'manual', 'enrichment'] as const;

const nullableText = z.string().nullable();

/** An enumeration in the API document and plain text in types, because messages contain plain text. */
function oneOf(values: readonly string[]): z.ZodType<string, string> {
  return z.enum(values);
}

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
  id: z.string(),
  workspace_id: z.string(),
  email: z.string(),
  first_name: nullableText,
  last_name: nullableText,
  full_name: nullableText,
  title: nullableText,
  seniority: oneOf(SENIORITIES).nullable(),
  department: oneOf(DEPARTMENTS).nullable(),
  phone: nullableText,
  mobile: nullableText,
  linkedin_url: nullableText,
  city: nullableText,
  state: nullableText,
  country: nullableText,
  time_zone: nullableText,
  lead_source: oneOf(LEAD_SOURCES),
  lead_score: z.int(),
  icp_tier: oneOf(ICP_TIERS).nullable(),
  grade: oneOf(GRADES),
  tags: z.array(z.string()),
  verification_status: oneOf(VERIFICATION_STATUSES),
  is_enriched: z.boolean(),
  is_deleted: z.boolean(),
  company: CompanyRecord,
  custom_fields: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
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
