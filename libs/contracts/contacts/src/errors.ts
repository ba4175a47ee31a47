import { defineErrors } from '@outreach/errors';

/** Refusals of the contacts service beyond invalid fields and unknown ids. */
export const contactErrors = defineErrors({
  duplicateEmail: {
    kind: 'conflict',
    reason: 'duplicate_email',
    message: 'Another contact of this workspace has this address.',
  },
  assignedToOtherClient: {
    kind: 'conflict',
    reason: 'assigned_to_other_client',
    message: 'The address is assigned to another client of the agency.',
  },
  deleted: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The contact is deleted; restore it first.',
  },
});
