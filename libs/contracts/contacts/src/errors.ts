import { defineErrors } from '@outreach/errors';

/** Errors of the contacts service, except invalid fields and unknown ids. */
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
  globallySuppressed: {
    kind: 'conflict',
    reason: 'globally_suppressed',
    message: 'The address is suppressed for the whole installation.',
  },
  suppressed: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message: 'The address is suppressed in this workspace.',
  },
  importEnded: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The import has ended.',
  },
  verificationEnded: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The verification job has ended.',
  },
  exportLimit: {
    kind: 'conflict',
    reason: 'export_limit',
    message: 'At most 5 exports of contacts wait or run at a time; wait until one of them has ended.',
  },
  notDeleted: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The contact is not deleted.',
  },
  activeDuplicate: {
    kind: 'conflict',
    reason: 'active_duplicate',
    message: 'Another contact of this workspace has this address now.',
  },
  suppressionStays: {
    kind: 'permission_denied',
    message: 'Only administrators can delete suppressions with the reasons spam_complaint and gdpr_erasure.',
  },
  deleted: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The contact is deleted; restore it first.',
  },
  duplicateName: {
    kind: 'conflict',
    reason: 'duplicate_name',
    message: 'Another custom field of this workspace has this name.',
  },
  immutableField: {
    kind: 'failed_precondition',
    code: 'immutable_field',
    message: 'The field cannot be changed.',
  },
  segmentInUse: {
    kind: 'conflict',
    reason: 'in_use',
    message: 'A campaign uses the segment.',
  },
  outsideAgency: {
    kind: 'permission_denied',
    message: 'Clients exist only in workspaces of agencies.',
  },
});
