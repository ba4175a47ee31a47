import { defineErrors } from '@outreach/errors';

/** Refusals of the campaigns service beyond invalid fields and unknown ids. */
export const campaignErrors = defineErrors({
  noSingleActiveCampaign: {
    kind: 'conflict',
    reason: 'no_single_active_campaign',
    message: 'The sequence has no active campaign, or several; campaign_id says which one is meant.',
  },
  ended: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The campaign has ended.',
  },
  suppressed: {
    kind: 'failed_precondition',
    code: 'suppressed',
    message: 'Every one of the contacts is suppressed.',
  },
});
