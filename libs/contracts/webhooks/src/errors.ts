import { MAIL_NOT_CONFIGURED } from '@outreach/contracts-common';
import { defineErrors } from '@outreach/errors';

/** Errors of the webhooks service, beside invalid fields and unknown ids. */
export const webhookErrors = defineErrors({
  endpointLimit: {
    kind: 'conflict',
    reason: 'endpoint_limit',
    message: 'The workspace already has 20 webhook endpoints; delete one first.',
  },
  endpointPaused: {
    kind: 'conflict',
    reason: 'endpoint_paused',
    message: 'The webhook endpoint is paused; activate it with PATCH and active: true.',
  },
  replayTooLarge: {
    kind: 'failed_precondition',
    code: 'replay_too_large',
    message: 'The replay matches too many events; split the range.',
  },
  replayEnded: {
    kind: 'conflict',
    code: 'invalid_transition',
    message: 'The replay has ended; it cannot be canceled.',
  },
  mailNotConfigured: MAIL_NOT_CONFIGURED,
});
