import { defineErrors } from '@outreach/errors';

/** Refusals of the contacts service beyond invalid fields and unknown ids. */
export const contactErrors = defineErrors({
  duplicateEmail: {
    kind: 'conflict',
    reason: 'duplicate_email',
    message: 'Another contact of this workspace has this address.',
  },
  deleted: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The contact is deleted; restore it first.',
  },
});
