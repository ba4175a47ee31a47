import type { SuppressionReason } from '@outreach/contracts-contacts';
import type { EventSink } from '@outreach/event-schema';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { CompanyIdOf } from '../contact-records/apply-change.ts';
import type { Client } from '../agency/client.ts';
import type { Contact } from '../contact-records/contact.ts';
import type { EnrichmentRequests } from '../enrichment/ports.ts';
import type { PersonalData, RetentionLogs } from '../erasure/ports.ts';
import type { CountCell, CountChange } from '../contact-records/count-changes.ts';
import type { EngagedContacts, Timeline } from '../timeline/ports.ts';
import type { CustomField } from '../custom-fields/custom-field.ts';
import type { FieldMapping } from '../imports/field-mappings/field-mapping.ts';
import type { Query } from '../lists/filters/to-query.ts';
import type { IcpProfile, KeptProfile } from '../scoring/icp-profile.ts';
import type { ImportErasures } from '../imports/erased-rows.ts';
import type { ImportStore, StagedFiles } from '../imports/ports.ts';
import type { LastCounts, Places, Slice, SliceQuery, Way } from '../contact-records/contact-slice.ts';
import type { Segment } from '../segments/segment.ts';
import type { Announcements } from '../suppressions/announce-suppressions.ts';
import type { Sha256, SuppressedTarget, Suppression } from '../suppressions/suppression.ts';

/** Contacts of the current call's workspace. */
export interface ContactStore {
  findById(id: string): Promise<Contact | undefined>;
  /** Those of the ids that the workspace has, deleted contacts included. */
  findByIds(ids: readonly string[]): Promise<readonly Contact[]>;
  /** The contact of that address that is not deleted. */
  findByEmail(email: string): Promise<Contact | undefined>;
  /** Those of the addresses that are not deleted, by their address. */
  findByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
  insert(contact: Contact): Promise<void>;
  insertMany(contacts: readonly Contact[]): Promise<void>;
  /** As `save`, for all of them; false when one was changed meanwhile. */
  saveMany(saves: readonly ContactSave[]): Promise<boolean>;
  /** Saves over `expectedVersion`; false when somebody else has changed the contact meanwhile. */
  save(contact: Contact, expectedVersion: number): Promise<boolean>;
  /** As `save`: false when somebody else has changed it meanwhile. */
  remove(id: string, expectedVersion: number): Promise<boolean>;
  slice(query: SliceQuery): Promise<Slice>;
  /** How many contacts a query finds; undefined when that could not be told in time. */
  count(query: Query, way: Way, timeoutMs: number): Promise<number | undefined>;
  /** Those of the ids that the workspace has and the query finds, deleted contacts included. */
  known(ids: readonly string[], query?: Query): Promise<ReadonlySet<string>>;
}

export interface ContactSave {
  readonly contact: Contact;
  readonly expectedVersion: number;
}

/** How many contacts of the workspace are not deleted, by score and tier. */
export interface ContactCounts {
  /** Part of the change's own unit of work. */
  add(changes: readonly CountChange[]): Promise<void>;
  cells(): Promise<readonly CountCell[]>;
  /** The sum of the cells. */
  total(): Promise<number>;
}

/** Suppressions of the current call's workspace, and the operator's, which hold in every one. */
export interface SuppressionStore {
  /** The operator's among them too. */
  findByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
  findOwnByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
  findById(id: string): Promise<Suppression | undefined>;
  insert(suppressions: readonly Suppression[]): Promise<void>;
  remove(id: string): Promise<void>;
  list(page: PageRequest): Promise<PageOf<Suppression>>;
  /** Writes `digest` in the place of an address, the workspace's and the operator's; the contact is named no longer. */
  hashAddress(address: SuppressedTarget, digest: SuppressedTarget): Promise<void>;
  saveReason(id: string, reason: SuppressionReason): Promise<void>;
  findGlobal(key: string): Promise<Suppression | undefined>;
  findGlobalById(id: string): Promise<Suppression | undefined>;
  /** The workspace's that name the contact. */
  ofContact(contactId: string): Promise<readonly Suppression[]>;
  insertGlobal(suppression: Suppression): Promise<void>;
}

export interface CustomFieldStore {
  /** Lets one request at a time change which names there are. */
  lockNames(): Promise<void>;
  all(): Promise<readonly CustomField[]>;
  findById(id: string): Promise<CustomField | undefined>;
  list(page: PageRequest): Promise<PageOf<CustomField>>;
  insert(field: CustomField): Promise<void>;
  save(field: CustomField): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface SegmentStore {
  findByIds(ids: readonly string[]): Promise<readonly Segment[]>;
  first(countMax: number): Promise<readonly Segment[]>;
  list(page: PageRequest): Promise<PageOf<Segment>>;
  insert(segment: Segment): Promise<void>;
  save(segment: Segment): Promise<void>;
  saveCount(id: string, count: number, at: Date): Promise<void>;
  remove(id: string): Promise<void>;
  /** Makes these the members of a static segment. */
  setMembers(id: string, contactIds: readonly string[]): Promise<void>;
  /** Those of the ids that are there; until the unit's end nobody can delete them. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ClientStore {
  findById(id: string): Promise<Client | undefined>;
  list(page: PageRequest): Promise<PageOf<Client>>;
  insert(client: Client): Promise<void>;
  save(client: Client): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface FieldMappingStore {
  findById(id: string): Promise<FieldMapping | undefined>;
  list(page: PageRequest): Promise<PageOf<FieldMapping>>;
  insert(mapping: FieldMapping): Promise<void>;
  save(mapping: FieldMapping): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The profile of the current call's workspace. */
export interface IcpProfileStore {
  find(): Promise<KeptProfile | undefined>;
  /** As the next revision. */
  save(profile: IcpProfile): Promise<void>;
}

/** How far the contacts of a workspace are scored anew. */
export interface Rescore {
  readonly workspaceId: string;
  /** Tells one request from a later one of the workspace. */
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly pass: number;
  /** A place in the list of contacts; null at its start. */
  readonly after: string | null;
}

export interface Rescores {
  /** Asks for all contacts of the workspace, from the first on; takes the place of a request before. */
  request(requestId: string, at: Date): Promise<void>;
  /** Those of all workspaces that wait for a step. */
  due(at: Date): Promise<readonly Rescore[]>;
  /** Goes on, or ends without a next step; false when the step is no longer the one to take. */
  proceed(from: Rescore, next: RescoreStep | undefined): Promise<boolean>;
}

export interface RescoreStep {
  readonly pass: number;
  readonly after: string | null;
  readonly dueAt: Date;
}

/** Campaigns of the workspace that have made themselves known, and the segments they use. */
export interface CampaignRegister {
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  usesSegment(segmentId: string): Promise<boolean>;
  /** Safe to repeat; the segments take the place of those of before. */
  register(id: string, segmentIds: readonly string[]): Promise<void>;
  /** Keeps the campaign, without segments. */
  release(id: string): Promise<void>;
}

/** Something that is gone for everybody and leaves traces in contacts for a job to remove. */
export interface Sweep {
  readonly kind: 'custom_field' | 'segment';
  readonly id: string;
}

export interface Sweeps {
  add(sweep: Sweep): Promise<void>;
}

/** Which client of an agency an address belongs to; each workspace of an agency is one client. */
export interface ContactRegistry {
  /** Assigns the address to the workspace; false when it belongs to another one of the agency. */
  assign(entry: RegistryEntry): Promise<boolean>;
  /** Assigns all it can; answers those that belong to another one of the agency. */
  assignMany(entries: RegistryEntries): Promise<ReadonlySet<string>>;
  /** Gives the address free, if it is the workspace's. */
  release(entry: RegistryEntry): Promise<void>;
}

export interface RegistryEntry {
  readonly agencyId: string;
  readonly email: string;
  readonly workspaceId: string;
}

export interface RegistryEntries {
  readonly agencyId: string;
  readonly emails: readonly string[];
  readonly workspaceId: string;
}

/** The contacts that the reply of the current command tells of: its idempotency key answers 404 once they are erased. */
export interface Replies {
  mention(contactIds: readonly string[]): void;
}

/** Time in ms since the epoch. */
export interface Clock {
  now(): number;
}

export interface Deps {
  readonly contacts: ContactStore;
  readonly timeline: Timeline;
  readonly engagedContacts: EngagedContacts;
  readonly counts: ContactCounts;
  readonly lastCounts: LastCounts;
  readonly places: Places;
  readonly customFields: CustomFieldStore;
  readonly segments: SegmentStore;
  readonly clients: ClientStore;
  readonly icpProfiles: IcpProfileStore;
  readonly rescores: Rescores;
  readonly fieldMappings: FieldMappingStore;
  readonly campaigns: CampaignRegister;
  readonly sweeps: Sweeps;
  readonly enrichments: EnrichmentRequests;
  readonly registry: ContactRegistry;
  readonly suppressions: SuppressionStore;
  readonly announcements: Announcements;
  readonly imports: ImportStore;
  readonly stagedFiles: StagedFiles;
  readonly importErasures: ImportErasures;
  readonly retentionLogs: RetentionLogs;
  readonly personalData: PersonalData;
  readonly replies: Replies;
  readonly sha256: Sha256;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly companyIdOf: CompanyIdOf;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  /** Makes two reads at once where there is no transaction, which takes one after the other. */
  readonly both: <One, Other>(one: () => Promise<One>, other: () => Promise<Other>) => Promise<[One, Other]>;
}
