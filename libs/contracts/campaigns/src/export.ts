import { recordFields } from '@outreach/contracts-common';
import { z } from 'zod';

export const EXPORT_STATUSES = ['queued', 'processing', 'completed', 'failed', 'expired'] as const;

export const exportSchema = z.object({
  id: recordFields.id,
  type: z.literal('sends'),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(['csv', 'jsonl']),
  row_count: z.number().int().nonnegative().nullable(),
  progress: z.number().min(0).max(1),
  download_url: z.string().nullable(),
  expires_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});
