/** The events of which a workspace can be notified by email and Slack. */
export const NOTIFICATION_EVENTS = [
  'campaign.auto_paused',
  'campaign.completed',
  'sending_account.disconnected',
  'webhook.endpoint_failing',
  'webhook.endpoint_disabled',
  'import.completed',
  'tracking_domain.failed',
] as const;
