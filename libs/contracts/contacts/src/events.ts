import { enumOf, recordFields } from '@outreach/contracts-common';
import { defineEvent, eventsWith, isEvent, type DomainEvent } from '@outreach/event-schema';
import { z } from 'zod';
import { DEDUP_BEHAVIORS } from './enumerations.ts';
import { IMPORT_STATUSES } from './import-states.ts';
import { ContactRecord } from './record.ts';

const contactExample = {
  id: 'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2',
  workspace_id: 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y1',
  email: 'maria@example.com',
  first_name: 'Maria',
  last_name: 'Keller',
  full_name: 'Maria Keller',
  title: 'Head of Sales',
  seniority: 'head',
  department: 'sales',
  phone: null,
  mobile: null,
  linkedin_url: null,
  city: 'Bern',
  state: null,
  country: 'Switzerland',
  time_zone: 'Europe/Zurich',
  lead_source: 'api',
  lead_score: 0,
  icp_tier: 'D',
  grade: 'F',
  tags: ['newsletter'],
  verification_status: 'unverified',
  verified_at: null,
  mail_provider: null,
  is_enriched: false,
  is_deleted: false,
  company: {
    id: null,
    name: 'Example',
    domain: null,
    industry: null,
    employee_count: null,
    revenue_band: null,
  },
  custom_fields: {},
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
} satisfies z.input<typeof ContactRecord>;

const contactEvent = eventsWith('contact', ContactRecord, contactExample);

export const contactCreated = contactEvent('contact.created', 'A contact was created.');

export const contactUpdated = contactEvent('contact.updated', 'A public field of a contact changed.');

/** After a hard delete only the id of the contact is left. */
const HardDeleted = z.object({ id: z.string(), hard: z.literal(true) });

export const contactDeleted = defineEvent({
  type: 'contact.deleted',
  category: 'contact',
  description:
    'A contact was deleted. After a hard delete the event contains only the id, and so do earlier events of the contact that are delivered later.',
  data: z.union([ContactRecord, HardDeleted]),
  example: { ...contactExample, is_deleted: true },
});

/** True for the event of a hard delete, which contains only the id. */
export function isErasure(event: DomainEvent): boolean {
  return isEvent(contactDeleted, event) && 'hard' in event.data;
}

export const contactRestored = contactEvent('contact.restored', 'A deleted contact was restored.');

export const contactEnriched = contactEvent(
  'contact.enriched',
  'The enrichment of a contact was completed.',
  { is_enriched: true },
);

export const contactVerified = contactEvent(
  'contact.verified',
  'The verification of the address of a contact changed its verification_status.',
  {
    verification_status: 'valid',
    verified_at: '2026-01-31T09:30:00.000Z',
    mail_provider: 'google',
  },
);

export const contactScored = contactEvent(
  'contact.scored',
  'The score, tier or grade of a contact changed.',
  { lead_score: 64, icp_tier: 'B', grade: 'B' },
);

export const contactSuppressed = contactEvent(
  'contact.suppressed',
  'A new suppression matches the address of a contact.',
);

const count = z.int().nonnegative();

/** An import job in REST replies. */
export const ImportJobRecord = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  file_name: z.string().describe('Name of the uploaded file.'),
  field_mapping_id: z.string().nullable().describe('Id of the field mapping; `null` if columns map by name.'),
  status: enumOf(IMPORT_STATUSES),
  total_rows: count.describe('Number of data rows in the file.'),
  processed_rows: count.describe('Number of rows processed so far.'),
  created_count: count,
  updated_count: count,
  unchanged_count: count,
  skipped_count: count.describe('Number of rows skipped, for example duplicates in the file.'),
  suppressed_count: count.describe('Number of rows with a suppressed address.'),
  conflict_count: count,
  error_count: count.describe('Number of invalid rows.'),
  progress: z.number().min(0).max(1).describe('Fraction of the rows that are processed, from 0 to 1.'),
  dedup_behavior: enumOf(DEDUP_BEHAVIORS).describe('The treatment of existing contacts.'),
  default_tags: z.array(z.string()),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  created_at: recordFields.created_at,
  error: z.string().nullable().describe('The reason for the status `failed`.'),
});

export type ImportJobRecord = z.infer<typeof ImportJobRecord>;

export const importCompleted = defineEvent({
  type: 'import.completed',
  category: 'import',
  description: 'An import job ended: completed, failed or canceled.',
  data: ImportJobRecord,
  example: {
    id: 'imp_01J9Z3K8Q4N5R6S7T8V9W0X1Y3',
    workspace_id: contactExample.workspace_id,
    file_name: 'contacts.csv',
    field_mapping_id: null,
    status: 'completed',
    total_rows: 120,
    processed_rows: 120,
    created_count: 100,
    updated_count: 15,
    unchanged_count: 5,
    skipped_count: 0,
    suppressed_count: 0,
    conflict_count: 0,
    error_count: 0,
    progress: 1,
    dedup_behavior: 'update',
    default_tags: [],
    started_at: '2026-01-31T09:30:00.000Z',
    finished_at: '2026-01-31T09:30:02.000Z',
    created_at: '2026-01-31T09:29:59.000Z',
    error: null,
  },
});

/** All public events of the contacts service, except the shared ones. */
export const contactEvents = [
  contactCreated,
  contactUpdated,
  contactDeleted,
  contactRestored,
  contactEnriched,
  contactVerified,
  contactScored,
  contactSuppressed,
  importCompleted,
] as const;
