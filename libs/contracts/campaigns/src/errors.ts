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
  suppressed: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message: 'All of the contacts are suppressed.',
  },
});
