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
