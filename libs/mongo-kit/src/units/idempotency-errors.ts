import { defineErrors } from '@outreach/errors';

/** Errors of an Idempotency-Key that was used before. */
export const idempotencyErrors = defineErrors({
  keyReused: {
    kind: 'failed_precondition',
    code: 'idempotency_key_reused',
    message: 'The Idempotency-Key was used before with another request.',
  },
  inProgress: {
    kind: 'conflict',
    code: 'idempotency_in_progress',
    message: 'A request with this Idempotency-Key is still running; try again shortly.',
  },
});
