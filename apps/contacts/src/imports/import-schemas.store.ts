import { workFields, type WorkFields } from '@outreach/job-kit';
import { systemSchema, tenantSchema } from '@outreach/mongo-kit';
import { IMPORT_COUNTERS, type ImportJob, type ImportRowError } from './import-job.ts';

export interface JobDocument extends Omit<ImportJob, 'id'>, WorkFields {}

export type ErrorDocument = ImportRowError & {
  readonly _id: string;
  readonly import_id: string;
  /** Digest of the normalised address, by which the row of an erased contact is found without its address. */
  readonly email_sha256: string | null;
};

/** The counts of a job and of its lanes. */
export const countFields = Object.fromEntries(IMPORT_COUNTERS.map((counter) => [counter, Number]));

export const jobSchema = tenantSchema<JobDocument>(
  {
    _id: String,
    agency_id: String,
    file_name: String,
    file_id: String,
    shape: {
      _id: false,
      encoding: String,
      separator: String,
      hasHeader: Boolean,
      columns: [String],
      targets: [String],
      transforms: [String],
    },
    field_mapping_id: String,
    status: { type: String, required: true },
    total_rows: Number,
    ...countFields,
    dedup_behavior: String,
    default_tags: [String],
    trigger_verification: Boolean,
    started_at: Date,
    finished_at: Date,
    created_at: Date,
    error: String,
    failures: Number,
    version: Number,
    ...workFields,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [{ workspace_id: 1, status: 1 }],
    [{ status: 1, created_at: 1 }],
  ],
);

export const errorSchema = tenantSchema<ErrorDocument>(
  {
    _id: String,
    import_id: { type: String, required: true },
    row_number: Number,
    column: String,
    email: String,
    email_sha256: String,
    code: String,
    message: String,
    raw: [String],
    raw_truncated: Boolean,
  },
  [[{ workspace_id: 1, import_id: 1, row_number: 1, _id: 1 }], [{ workspace_id: 1, email_sha256: 1 }]],
);

export interface TurnDocument {
  readonly _id: string;
  readonly turn: number;
}

export const turnSchema = systemSchema<TurnDocument>({ _id: String, turn: Number });
