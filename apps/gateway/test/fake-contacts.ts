import {
  DedupBehavior,
  ImportStatus,
  RowStatus,
  SuppressionScope,
  SuppressionType,
  type Contact,
  type CustomField,
  type ImportJob,
  type RetentionLog,
  type Segment,
  type Suppression,
} from '@outreach/contracts-contacts';
import { AppError, notFound } from '@outreach/errors';
import type { Backends } from '../src/clients/backends.ts';
import { fakeEngagement } from './fake-engagement.ts';
import { fakeSettings, score_breakdown } from './fake-settings.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const at = new Date('2026-01-31T09:30:00.000Z');
const WORKSPACE = `ws_${ULID}`;
const meta = { has_more: false, total_count_estimated: false };

export const CONTACT_ID = `ct_${ULID}`;

export const contact: Contact = {
  id: CONTACT_ID,
  workspace_id: WORKSPACE,
  email: 'maria@example.com',
  lead_source: 'api',
  lead_score: 0,
  icp_tier: 'D',
  grade: 'F',
  tags: [],
  verification_status: 'unverified',
  is_enriched: false,
  is_deleted: false,
  company: undefined,
  custom_fields: {},
  created_at: at,
  updated_at: at,
};

const customField: CustomField = {
  id: `cf_${ULID}`,
  workspace_id: WORKSPACE,
  name: 'plan',
  field_type: 'string',
  options: [],
  fallback_value: null,
  created_at: at,
  updated_at: at,
};

const segment: Segment = {
  id: `seg_${ULID}`,
  workspace_id: WORKSPACE,
  name: 'Warm leads',
  segment_type: 'SEGMENT_TYPE_DYNAMIC',
  filters: [{ field: 'lead_score', op: 'gte', value: 60 }],
  filters_logic: 'FILTERS_LOGIC_AND',
  contact_count: 1,
  counted_at: at,
  created_at: at,
  updated_at: at,
};

const suppression: Suppression = {
  id: `sup_${ULID}`,
  workspace_id: WORKSPACE,
  type: SuppressionType.SUPPRESSION_TYPE_EMAIL,
  value: 'maria@example.com',
  reason: 'manual',
  source: 'api',
  created_at: at,
};

const importJob: ImportJob = {
  id: `imp_${ULID}`,
  workspace_id: WORKSPACE,
  file_name: 'contacts.csv',
  status: ImportStatus.IMPORT_STATUS_QUEUED,
  total_rows: 1,
  processed_rows: 0,
  progress: 0,
  created_count: 0,
  updated_count: 0,
  unchanged_count: 0,
  skipped_count: 0,
  suppressed_count: 0,
  conflict_count: 0,
  error_count: 0,
  dedup_behavior: DedupBehavior.DEDUP_BEHAVIOR_UPDATE,
  default_tags: [],
  started_at: undefined,
  finished_at: undefined,
  created_at: at,
};

const retentionLog: RetentionLog = {
  id: `ret_${ULID}`,
  contact_id: CONTACT_ID,
  email_sha256: 'a'.repeat(64),
  deleted_by: `key_${ULID}`,
  created_at: at,
};

/** The contacts service as the gateway sees it. */
export const fakeContacts: Backends['contacts'] = {
  ...fakeSettings,
  ...fakeEngagement,
  createContact: async (ctx) => {
    if (ctx.idempotency !== undefined) ctx.notes.replayed = true;
    return { contact, created: true };
  },
  getContact: async (_ctx, { id }) => {
    if (id !== CONTACT_ID) throw notFound();
    return { contact, score_breakdown };
  },
  listContacts: async () => ({ contacts: [contact], meta: { ...meta, total_count: 1 } }),
  updateContact: async () => ({ contact }),
  deleteContact: async (_ctx, { id }) => ({ id, deleted_at: at }),
  eraseContact: async (_ctx, { id }) => ({ id, retention_log_id: `ret_${ULID}` }),
  listRetentionLogs: async () => ({ retention_logs: [retentionLog], meta }),
  restoreContact: async () => ({ contact }),
  enrichContact: async () => ({ contact }),
  createImport: async (_ctx, parts) => {
    for await (const { part } of parts) if (part?.$case === 'file') return { job: importJob };
    throw new AppError('invalid_argument', 'A CSV file is required.', { field: 'file' });
  },
  getImport: async () => ({ job: importJob }),
  listImports: async () => ({ jobs: [importJob], meta }),
  cancelImport: async () => ({ job: importJob }),
  listImportErrors: async () => ({ errors: [], columns: ['email'], meta }),
  bulkUpsertContacts: async (_ctx, { rows }) => ({
    outcomes: rows.map(() => ({
      status: RowStatus.ROW_STATUS_CREATED,
      contact_id: CONTACT_ID,
      error: undefined,
    })),
  }),
  changeTags: async (_ctx, { id }) => ({ id, tags: ['customer'] }),
  createSuppression: async () => ({ suppression, created: true }),
  listSuppressions: async () => ({ suppressions: [suppression], meta }),
  deleteSuppression: async () => ({}),
  bulkCreateSuppressions: async (_ctx, { inputs }) => ({
    outcomes: inputs.map(() => ({ suppression_id: suppression.id, created: true })),
  }),
  checkSuppressions: async (_ctx, { emails }) => ({
    checks: emails.map((email) => ({
      email,
      suppressed: false,
      scope: SuppressionScope.SUPPRESSION_SCOPE_UNSPECIFIED,
      type: SuppressionType.SUPPRESSION_TYPE_UNSPECIFIED,
      reason: '',
    })),
  }),
  searchContacts: async () => ({ contacts: [contact], meta: { ...meta, total_count: 1 } }),
  createCustomField: async () => ({ custom_field: customField }),
  getCustomField: async () => ({ custom_field: customField }),
  listCustomFields: async () => ({ custom_fields: [customField], meta }),
  updateCustomField: async () => ({ custom_field: customField }),
  deleteCustomField: async () => ({}),
  createSegment: async () => ({ segment }),
  getSegment: async () => ({ segment }),
  listSegments: async () => ({ segments: [segment], meta }),
  updateSegment: async () => ({ segment }),
  deleteSegment: async () => ({}),
  refreshSegment: async () => ({ segment }),
  listSegmentContacts: async () => ({ contacts: [contact], meta: { ...meta, total_count: 1 } }),
};
