import { defineStates } from '@outreach/values';

export const IMPORT_STATUSES = [
  'queued',
  'processing',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
] as const;

/**
 * The states of an import job. It starts as queued. A job whose worker was killed stays in processing, and another
 * worker starts it again.
 */
export const importStates = defineStates(IMPORT_STATUSES, {
  start: { queued: 'processing', processing: 'processing' },
  complete: { processing: 'completed' },
  complete_with_errors: { processing: 'completed_with_errors' },
  fail: { processing: 'failed' },
  cancel: { queued: 'canceled', processing: 'canceled' },
});
