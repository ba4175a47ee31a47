import { requiredFieldsOf, TEXT_FIELDS, textFieldsOf, type Contact } from '../contact-model/index.ts';
import type { FieldName } from './ports.ts';
import { searchTokens, toComparable } from '@outreach/values';

/** Fields derived from the contact at every write. */
export interface DerivedFields {
  /** The words for search. */
  readonly tokens: readonly string[];
  /** Texts in the form for comparison and sorting; custom texts are stored under the id of their field. */
  readonly comparable: Readonly<Record<string, string | null>>;
}

/** Fields of the document that are not part of the contact and are written separately; absent while empty. */
export interface AttachedFields {
  readonly last_activity_at?: Date | null;
  /** Ids of the static segments that contain the contact. */
  readonly segment_ids?: readonly string[];
  /** Ids of the campaigns in which the contact was enrolled. */
  readonly campaign_ids?: readonly string[];
  /** Incremented when new events leave the engagement points as they were, so that concurrent calculations conflict. */
  readonly engagement_checks?: number;
}

/** A contact in the collection, with custom values by the ids of their fields. */
export type ContactDocument = Omit<Contact, 'id'> & { readonly _id: string } & Partial<DerivedFields> &
  AttachedFields;

/** Fields that a reader of contacts does not need, except the fields that a sort cursor contains. */
export const UNREAD_FIELDS = [
  'tokens',
  'comparable',
  'last_activity_at',
  'segment_ids',
  'campaign_ids',
  'engagement_checks',
] as const;

/** The projection without the fields of UNREAD_FIELDS. */
export const WHOLE_CONTACT = Object.fromEntries(UNREAD_FIELDS.map((field) => [field, 0] as const));

/** Texts with a sort index: they are stored as null when they are empty. */
const NO_SORTED_TEXTS = { last_name: null, company_name: null };

/** Enumerations need no form of their own for comparison. */
const ENUMERATIONS: ReadonlySet<string> = new Set(['seniority', 'department']);
const COMPARABLE_TEXTS = TEXT_FIELDS.filter((field) => !ENUMERATIONS.has(field));

export function toDocument(contact: Contact, fields: readonly FieldName[]): ContactDocument {
  const { id, custom_fields: byName } = contact;
  const known = fields.filter(({ name }) => Object.hasOwn(byName, name));
  const values = Object.fromEntries(known.map((field) => [field.id, byName[field.name]]));
  const { tokens, comparable } = derive(contact, values);
  return { ...sharedFields(contact), _id: id, custom_fields: values, tokens, comparable };
}

export function fromDocument(document: ContactDocument, fields: readonly FieldName[]): Contact {
  const { _id, custom_fields: byId } = document;
  const known = fields.filter((field) => Object.hasOwn(byId, field.id));
  const values = Object.fromEntries(known.map((field) => [field.name, byId[field.id]]));
  return { ...sharedFields(document), id: _id, custom_fields: values };
}

type SharedFields = Omit<Contact, 'id' | 'custom_fields'>;

/** The fields with the same name and type in a contact and its document. */
function sharedFields(from: SharedFields): SharedFields {
  const { engagement_points, engagement_until, unscored_at, profile_revision } = from;
  return {
    ...textFieldsOf(from),
    ...requiredFieldsOf(from),
    full_name_is_own: from.full_name_is_own,
    verified_at: from.verified_at,
    mail_provider: from.mail_provider,
    tags: from.tags,
    company: from.company,
    deleted_at: from.deleted_at,
    deletion_reason: from.deletion_reason,
    created_at: from.created_at,
    updated_at: from.updated_at,
    version: from.version,
    ...(engagement_points !== undefined && { engagement_points }),
    ...(engagement_until !== undefined && { engagement_until }),
    ...(unscored_at !== undefined && { unscored_at }),
    ...(profile_revision !== undefined && { profile_revision }),
  };
}

/** Returns the derived fields of a contact with the custom values by field id. */
export function derive(
  contact: Omit<Contact, 'id'>,
  valuesById: Readonly<Record<string, unknown>>,
): DerivedFields {
  const { email, first_name, last_name, full_name, title, company } = contact;
  const comparable: Record<string, string | null> = { ...NO_SORTED_TEXTS };
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string') comparable[name] = toComparable(value);
  };
  for (const field of COMPARABLE_TEXTS) add(field, contact[field]);
  add('company_name', company.name);
  add('company_industry', company.industry);
  add('company_revenue_band', company.revenue_band);
  for (const [id, value] of Object.entries(valuesById)) add(id, value);
  return {
    tokens: searchTokens([email, first_name, last_name, full_name, title, company.name, company.domain]),
    comparable,
  };
}
