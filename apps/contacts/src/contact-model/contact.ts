import type { ContactRecord } from '@outreach/contracts-contacts';
import type { Clock } from '@outreach/service-kit';

/** The company of a contact. `id` is derived from workspace and domain, and null without a domain. */
export interface Company {
  readonly id: string | null;
  readonly name: string | null;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly employee_count: number | null;
  readonly revenue_band: string | null;
}

/** Fields that hold one text or null. */
export const TEXT_FIELDS = [
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

export type TextField = (typeof TEXT_FIELDS)[number];

/** Fields of a company that a caller may write. */
export const COMPANY_FIELDS = ['name', 'domain', 'industry', 'employee_count', 'revenue_band'] as const;

export type CompanyChange = Readonly<{ [Field in keyof Omit<Company, 'id'>]?: Company[Field] | undefined }>;

/** A contact as the service stores it: its public record, with dates, and internal fields. */
export interface Contact extends Readonly<Record<TextField, string | null>> {
  readonly id: string;
  readonly workspace_id: string;
  /** Normalized; unique in the workspace among contacts that are not deleted. */
  readonly email: string;
  /** False while full_name is derived from first and last name. */
  readonly full_name_is_own: boolean;
  readonly lead_source: string;
  readonly lead_score: number;
  readonly icp_tier: string;
  readonly grade: string;
  readonly tags: readonly string[];
  readonly verification_status: string;
  /** When the address was verified last; null before the first known result. */
  readonly verified_at: Date | null;
  /** One of MAIL_PROVIDERS; null before the first verification. */
  readonly mail_provider: string | null;
  readonly is_enriched: boolean;
  readonly is_deleted: boolean;
  readonly deleted_at: Date | null;
  readonly deletion_reason: string | null;
  readonly company: Company;
  /** By the names of the workspace's custom fields. */
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Points of its recent events, and when they decrease next; absent before the first event with points. */
  readonly engagement_points?: number;
  readonly engagement_until?: Date | null;
  /** When it was last written without scoring; null or absent once it is scored. */
  readonly unscored_at?: Date | null;
  /** Revision of the profile that scored it last; absent if the workspace had no profile. */
  readonly profile_revision?: number;
  /** Counts the committed changes, from 1. */
  readonly version: number;
}

/** The writable fields of a request; an absent or undefined field stays unchanged, null clears it. */
export type ContactChange = Readonly<Partial<Record<TextField, string | null | undefined>>> & {
  readonly email?: string | undefined;
  readonly company_domain?: string | null | undefined;
  readonly company?: CompanyChange | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly verification_status?: string | undefined;
  /** By name; null removes a value. */
  readonly custom_fields?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Copies the text fields one by one: for every contact of a page or a file this is ten times faster than a rest or
 * spread copy of an object of this size.
 */
export function textFieldsOf(from: Pick<Contact, TextField>): Pick<Contact, TextField> {
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

type RequiredField =
  | ('workspace_id' | 'email' | 'lead_source' | 'lead_score' | 'icp_tier' | 'grade')
  | ('verification_status' | 'is_enriched' | 'is_deleted');

/** The fields that every contact has, with the same name and type in record, message and document. */
export function requiredFieldsOf(from: Pick<Contact, RequiredField>): Pick<Contact, RequiredField> {
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

/** The public record of a contact. */
export function toRecord(contact: Contact): ContactRecord {
  return {
    ...textFieldsOf(contact),
    ...requiredFieldsOf(contact),
    id: contact.id,
    verified_at: contact.verified_at?.toISOString() ?? null,
    mail_provider: contact.mail_provider,
    tags: [...contact.tags],
    company: contact.company,
    custom_fields: { ...contact.custom_fields },
    created_at: contact.created_at.toISOString(),
    updated_at: contact.updated_at.toISOString(),
  };
}

/** The contact with the next version and the current time as `updated_at`. */
export function withNextVersion({ clock }: { readonly clock: Clock }, contact: Contact): Contact {
  return { ...contact, updated_at: new Date(clock.now()), version: contact.version + 1 };
}

/**
 * The contact with the next version, for a change that its public record does not show. Every change raises the version:
 * a save writes the whole contact, and would undo the changes since it was read.
 */
export function withHiddenChange(contact: Contact): Contact {
  return { ...contact, version: contact.version + 1 };
}
