/** The reasons of suppressions. */
export const SUPPRESSION_REASONS = [
  'unsubscribed',
  'hard_bounce',
  'spam_complaint',
  'manual',
  'do_not_contact',
  'gdpr_erasure',
] as const;

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The origins of suppressions: a user, an API key, an email of a campaign, the operator. */
export const SUPPRESSION_SOURCES = ['manual', 'api', 'campaign', 'operator'] as const;
