/** The reasons of suppressions, from the weakest to the strongest: a stronger reason replaces a weaker one. */
export const SUPPRESSION_REASONS = [
  'manual',
  'unsubscribed',
  'do_not_contact',
  'hard_bounce',
  'gdpr_erasure',
  'spam_complaint',
] as const;

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The origins of suppressions: a user, an API key, an email of a campaign, the operator. */
export const SUPPRESSION_SOURCES = ['manual', 'api', 'campaign', 'operator'] as const;
