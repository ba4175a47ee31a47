import { setMembersOf, TEXT_MEMBERS, textsOf, type Contact } from './contact.ts';
import { fold, searchTokens } from './text-keys.ts';

/** A custom field, as far as documents know it. */
export interface FieldName {
  readonly id: string;
  readonly name: string;
  readonly field_type: string;
}

/** What is derived from a contact whenever it is written. */
export interface DerivedMembers {
  /** The words that search finds it by. */
  readonly tokens: readonly string[];
  /** Texts in the form in which they are compared and sorted; custom ones by the id of their field. */
  readonly folded: Readonly<Record<string, string | null>>;
}

/** What lies in the document beside the contact, and is written apart from it; absent while there is none. */
export interface AttachedMembers {
  readonly last_activity_at?: Date | null;
  /** The static segments it is a member of. */
  readonly segment_ids?: readonly string[];
  /** The campaigns it is enrolled in. */
  readonly campaign_ids?: readonly string[];
  /** Events on its timeline; whoever records one writes it. */
  readonly event_count?: number;
}

/** A contact as it lies in the collection, with custom values by the ids of their fields. */
export type ContactDocument = Omit<Contact, 'id'> & { readonly _id: string } & Partial<DerivedMembers> &
  AttachedMembers;

/** What no reader of a contact needs, unless it goes on from a place that they tell. */
export const UNREAD_MEMBERS = [
  'tokens',
  'folded',
  'last_activity_at',
  'segment_ids',
  'campaign_ids',
  'event_count',
] as const;

/** The same as a projection. */
export const WHOLE_CONTACT = Object.fromEntries(UNREAD_MEMBERS.map((member) => [member, 0] as const));

/** Sorted by an index, so that it must be there as null too. */
const SORTED_TEXTS = ['last_name', 'company_name'] as const;

/** Enumerations are compared as they are. */
const ENUMERATIONS: ReadonlySet<string> = new Set(['seniority', 'department']);

export function toDocument(contact: Contact, fields: readonly FieldName[]): ContactDocument {
  const { id, custom_fields: byName } = contact;
  const known = fields.filter(({ name }) => Object.hasOwn(byName, name));
  const values = Object.fromEntries(known.map((field) => [field.id, byName[field.name]]));
  const { tokens, folded } = derive(contact, values);
  return { ...sharedMembers(contact), _id: id, custom_fields: values, tokens, folded };
}

export function fromDocument(document: ContactDocument, fields: readonly FieldName[]): Contact {
  const { _id, custom_fields: byId } = document;
  const known = fields.filter((field) => Object.hasOwn(byId, field.id));
  const values = Object.fromEntries(known.map((field) => [field.name, byId[field.id]]));
  return { ...sharedMembers(document), id: _id, custom_fields: values };
}

type SharedMembers = Omit<Contact, 'id' | 'custom_fields'>;

/** What a contact and its document call by the same name. */
function sharedMembers(from: SharedMembers): SharedMembers {
  const { engagement_points, engagement_until, unscored_at, profile_revision } = from;
  return {
    ...textsOf(from),
    ...setMembersOf(from),
    full_name_is_own: from.full_name_is_own,
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

/** Also completes documents of versions that did not derive these members. */
export function derive(
  contact: Omit<Contact, 'id'>,
  valuesById: Readonly<Record<string, unknown>>,
): DerivedMembers {
  const { email, first_name, last_name, full_name, title, company } = contact;
  const texts: [string, string | null][] = [
    ...TEXT_MEMBERS.filter((member) => !ENUMERATIONS.has(member)).map((member): [string, string | null] => [
      member,
      contact[member],
    ]),
    ['company_name', company.name],
    ['company_industry', company.industry],
    ['company_revenue_band', company.revenue_band],
  ];
  for (const [id, value] of Object.entries(valuesById))
    if (typeof value === 'string') texts.push([id, value]);
  const present = texts.flatMap(([name, text]) => (text === null ? [] : [[name, fold(text)] as const]));
  const absent = Object.fromEntries(SORTED_TEXTS.map((name) => [name, null]));
  return {
    tokens: searchTokens([email, first_name, last_name, full_name, title, company.name, company.domain]),
    folded: { ...absent, ...Object.fromEntries(present) },
  };
}
