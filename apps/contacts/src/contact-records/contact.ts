import type { ContactRecord } from '@outreach/contracts-contacts';

/** Where an address belongs; `id` names workspace and domain together and is null without a domain. */
export interface Company {
  readonly id: string | null;
  readonly name: string | null;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly employee_count: number | null;
  readonly revenue_band: string | null;
}

/** Members that are one text or nothing. */
export const TEXT_MEMBERS = [
  'first_name',
  'last_name',
  'full_name',
  'title',
  'seniority',
  'department',
  'phone',
  'mobile',
  'linkedin_url',
  'city',
  'state',
  'country',
  'time_zone',
] as const;

export type TextMember = (typeof TEXT_MEMBERS)[number];

/** Members of a company that a caller may write. */
export const COMPANY_MEMBERS = ['name', 'domain', 'industry', 'employee_count', 'revenue_band'] as const;

export type CompanyChange = Readonly<{ [Member in keyof Omit<Company, 'id'>]?: Company[Member] | undefined }>;

/** A contact as the service keeps it: its public record, with dates, and what only the service knows. */
export interface Contact extends Readonly<Record<TextMember, string | null>> {
  readonly id: string;
  readonly workspace_id: string;
  /** Normalised; unique in the workspace among contacts that are not deleted. */
  readonly email: string;
  /** False while full_name follows the two names. */
  readonly full_name_is_own: boolean;
  readonly lead_source: string;
  readonly lead_score: number;
  readonly icp_tier: string;
  readonly grade: string;
  readonly tags: readonly string[];
  readonly verification_status: string;
  readonly is_enriched: boolean;
  readonly is_deleted: boolean;
  readonly deleted_at: Date | null;
  readonly deletion_reason: string | null;
  readonly company: Company;
  /** By the names of the workspace's custom fields. */
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** What its events of late are worth, and until when; absent before the first that counts. */
  readonly engagement_points?: number;
  readonly engagement_until?: Date | null;
  /** When it was written without scoring, if it was not scored since. */
  readonly unscored_at?: Date | null;
  /** Of the profile that scored it last; absent when none was set. */
  readonly profile_revision?: number;
  /** Counts the committed changes, from 1. */
  readonly version: number;
}

/** The writable members that a request carries; an absent or undefined one stays as it is, null clears. */
export type ContactChange = Readonly<Partial<Record<TextMember, string | null | undefined>>> & {
  readonly email?: string | undefined;
  readonly company_domain?: string | null | undefined;
  readonly company?: CompanyChange | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly verification_status?: string | undefined;
  /** By name; null removes a value. */
  readonly custom_fields?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Texts of a contact, one by one, as with all that is copied for every contact of a page or file: to copy "the rest" of
 * an object of this size takes the engine ten times as long.
 */
export function textsOf(from: Pick<Contact, TextMember>): Pick<Contact, TextMember> {
  return {
    first_name: from.first_name,
    last_name: from.last_name,
    full_name: from.full_name,
    title: from.title,
    seniority: from.seniority,
    department: from.department,
    phone: from.phone,
    mobile: from.mobile,
    linkedin_url: from.linkedin_url,
    city: from.city,
    state: from.state,
    country: from.country,
    time_zone: from.time_zone,
  };
}

type SetMember =
  | ('workspace_id' | 'email' | 'lead_source' | 'lead_score' | 'icp_tier' | 'grade')
  | ('verification_status' | 'is_enriched' | 'is_deleted');

/** The members that every contact has, and that are the same in all of its forms. */
export function setMembersOf(from: Pick<Contact, SetMember>): Pick<Contact, SetMember> {
  return {
    workspace_id: from.workspace_id,
    email: from.email,
    lead_source: from.lead_source,
    lead_score: from.lead_score,
    icp_tier: from.icp_tier,
    grade: from.grade,
    verification_status: from.verification_status,
    is_enriched: from.is_enriched,
    is_deleted: from.is_deleted,
  };
}

/** What the outside sees of a contact. */
export function toRecord(contact: Contact): ContactRecord {
  return {
    ...textsOf(contact),
    ...setMembersOf(contact),
    id: contact.id,
    tags: [...contact.tags],
    company: contact.company,
    custom_fields: { ...contact.custom_fields },
    created_at: contact.created_at.toISOString(),
    updated_at: contact.updated_at.toISOString(),
  };
}
