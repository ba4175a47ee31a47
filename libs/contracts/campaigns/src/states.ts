import { defineStates } from '@outreach/values';
import { ENROLLMENT_STATUSES } from './enrollment.ts';
import { ACCOUNT_STATUSES, CAMPAIGN_STATUSES, SEND_STATUSES } from './records.ts';

/** The states of a campaign. A draft starts at its creation. */
export const campaignStates = defineStates(CAMPAIGN_STATUSES, {
  launch: { draft: 'active' },
  pause: { active: 'paused' },
  auto_pause: { active: 'paused' },
  resume: { paused: 'active' },
  complete: { active: 'completed' },
  archive: {
    draft: 'archived',
    active: 'archived',
    paused: 'archived',
    completed: 'archived',
    archived: 'archived',
  },
});

/**
 * The states of an enrollment. It starts as active in an active campaign, and as pending in any other. `wait` is the
 * resume of an enrollment whose campaign is not active. The last email of a paused enrollment can be under way: it
 * completes the enrollment too.
 */
export const enrollmentStates = defineStates(ENROLLMENT_STATUSES, {
  activate: { pending: 'active' },
  pause: { pending: 'paused', active: 'paused' },
  resume: { paused: 'active' },
  wait: { paused: 'pending' },
  complete: { pending: 'completed', active: 'completed', paused: 'completed' },
  stop: { pending: 'stopped', active: 'stopped', paused: 'stopped' },
});

/** The states of a sending account. It starts as active. `suspend` and `reinstate` are commands of the operator. */
export const sendingAccountStates = defineStates(ACCOUNT_STATUSES, {
  pause: { active: 'paused', error: 'paused', paused: 'paused' },
  resume: { paused: 'active', active: 'active' },
  disconnect: { active: 'error' },
  reconnect: { error: 'active' },
  suspend: { active: 'suspended', paused: 'suspended', error: 'suspended', suspended: 'suspended' },
  reinstate: { suspended: 'active' },
});

/**
 * The states of a send. A worker claims it before the dialog with the server. `accept` is a 2xx reply after the message;
 * adapters of other platforms report `submit` first and `confirm` later. `retry` follows a temporary error, and `release`
 * returns a claim without an attempt. A report can bounce an email that was delivered. `prove` is feedback for an email of
 * which it was not known whether the server had taken it.
 */
export const sendStates = defineStates(SEND_STATUSES, {
  claim: { queued: 'sending' },
  release: { sending: 'queued' },
  retry: { sending: 'queued' },
  accept: { sending: 'delivered' },
  submit: { sending: 'sent' },
  confirm: { sent: 'delivered' },
  prove: { queued: 'sent', sending: 'sent', failed: 'sent', canceled: 'sent', dropped: 'sent' },
  bounce: { sending: 'bounced', sent: 'bounced', delivered: 'bounced' },
  fail: { sending: 'failed', sent: 'failed' },
  cancel: { queued: 'canceled', sending: 'canceled' },
  drop: { queued: 'dropped', sending: 'dropped' },
});
