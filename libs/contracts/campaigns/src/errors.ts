import { defineErrors } from '@outreach/errors';

/** Errors of the campaigns service, beside invalid fields and unknown ids. */
export const campaignErrors = defineErrors({
  noSingleActiveCampaign: {
    kind: 'conflict',
    reason: 'no_single_active_campaign',
    message: 'The sequence does not have exactly one active campaign; name one with campaign_id.',
  },
  ended: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The campaign has ended.',
  },
  enrollmentTransition: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The status of the enrollment does not allow this operation.',
  },
  allSuppressed: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message: 'All of the contacts are suppressed.',
  },
  suppressedRecipient: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message: 'The address is suppressed; send the test email to another one.',
  },
  suppressedAnswer: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message:
      'An address of the answer is suppressed; error.field names an address in cc, without it the contact is.',
  },
  unsubscribedAnswer: {
    kind: 'failed_precondition',
    code: 'suppressed',
    reason: 'unsubscribed',
    message:
      'An address of the answer has unsubscribed; send despite_unsubscribe: true to answer it all the same.',
  },
  deletedContact: {
    kind: 'conflict',
    reason: 'contact_deleted',
    message: 'The contact of the thread was deleted; restore it first.',
  },
  signatureError: {
    kind: 'failed_precondition',
    code: 'template_error',
    message:
      'The signature of the sending account cannot be rendered; correct it with PATCH /sending-accounts/{id}/.',
  },
  duplicateAccountEmail: {
    kind: 'conflict',
    reason: 'duplicate_email',
    message: 'Another sending account of this workspace has this address.',
  },
  accountInUse: {
    kind: 'conflict',
    reason: 'in_use',
    message: 'A campaign that is neither archived nor completed uses the sending account.',
  },
  accountTransition: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The status of the sending account does not allow this operation.',
  },
  trackingDomainLimit: {
    kind: 'conflict',
    reason: 'tracking_domain_limit',
    message: 'The workspace has the maximum of 50 tracking domains; delete one first.',
  },
  domainTaken: {
    kind: 'conflict',
    reason: 'domain_taken',
    message: 'Another workspace has verified the domain; use another one.',
  },
  duplicateTrackingDomain: {
    kind: 'conflict',
    reason: 'duplicate_domain',
    message: 'The workspace has this tracking domain already.',
  },
  unverifiedDefault: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'Only a verified tracking domain can become the default; verify it first.',
  },
  providerNotConfigured: {
    kind: 'failed_precondition',
    code: 'provider_not_configured',
    message: 'The operator has not configured OAuth 2.0 for this provider.',
  },
  invalidOAuthState: {
    kind: 'invalid_argument',
    message: 'The consent is not known, was used before, or has expired; start it again.',
  },
  mailNotSent: {
    kind: 'failed_precondition',
    code: 'mail_not_sent',
    message: 'The server of the sending account did not accept the email; error.error is the reason.',
  },
  sequenceInUse: {
    kind: 'conflict',
    reason: 'in_use',
    message: 'A campaign that is neither archived nor completed uses the sequence; archive it first.',
  },
  stepsInUse: {
    kind: 'conflict',
    reason: 'sequence_in_use',
    message:
      'An active campaign uses the sequence: its steps can be edited, but not added, removed or reordered. Pause the campaign first.',
  },
  templateError: {
    kind: 'failed_precondition',
    code: 'template_error',
    message: 'A template cannot be rendered for the contact.',
  },
  invalidTransition: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The status of the campaign does not allow this operation.',
  },
  immutableField: {
    kind: 'failed_precondition',
    code: 'immutable_field',
    message: 'The field cannot be changed after the launch; clone the campaign instead.',
  },
  gateBlocked: {
    kind: 'failed_precondition',
    code: 'gate_blocked',
    message: 'The campaign cannot send yet; blocking_reasons lists what to fix.',
  },
  emptyFilter: {
    kind: 'failed_precondition',
    code: 'empty_filter',
    message: 'No contact matches contact_filter; widen the filter or add contacts.',
  },
  inactiveInbox: {
    kind: 'failed_precondition',
    code: 'inactive_inbox',
    message:
      'A selected sending account is not active; error.account_status has its status. Resume or repair it, or select another one.',
  },
  invalidSignature: {
    kind: 'unauthenticated',
    message:
      'The signature of the results is not valid: sign id.timestamp.body with the secret of the platform, at most five minutes ago.',
  },
  invalidResults: {
    kind: 'invalid_argument',
    message: 'The results are not valid; error.field is the first wrong field. See docs/platforms.md.',
  },
  outsideAgency: {
    kind: 'permission_denied',
    message: 'Clients exist only in workspaces of agencies.',
  },
});
