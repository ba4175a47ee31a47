import { defineEvent, type EventDefinition } from '@outreach/event-schema';
import { z } from 'zod';
import { recordFields } from './record-fields.ts';

export const EXPORT_STATUSES = ['queued', 'processing', 'completed', 'failed', 'expired'] as const;

/** The kinds of records that are exported. */
export const EXPORT_KINDS = ['sends', 'contacts'] as const;

/** The scopes that read exports of at least one kind. */
export const EXPORT_READERS = ['campaigns:read', 'contacts:read', 'contacts:write'] as const;

export const exportSchema = z.object({
  id: recordFields.id,
  type: z.enum(EXPORT_KINDS).describe('The kind of the exported records.'),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(['csv', 'jsonl']),
  row_count: z.int().nonnegative().nullable(),
  progress: z.number().min(0).max(1),
  download_url: z.string().nullable(),
  expires_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});

export type ExportRecord = z.input<typeof exportSchema>;

/** Published by campaigns for emails, and by contacts for contacts. */
export const exportCompleted = defineEvent({
  type: 'export.completed',
  category: 'export',
  description: 'An export is ready for download, or has failed.',
  data: exportSchema,
  example: {
    id: 'exp_01J9Z3NDEKTSV4RRFFQ69G5FA8',
    type: 'sends',
    status: 'completed',
    format: 'csv',
    row_count: 12_000,
    progress: 1,
    download_url: 'https://api.example.org/api/v1/exports/exp_01J9Z3NDEKTSV4RRFFQ69G5FA8/download/',
    expires_at: '2026-02-01T09:30:00.000Z',
    error: null,
  },
});

/** Events that several services publish. */
export const sharedEvents: readonly EventDefinition[] = [exportCompleted];
