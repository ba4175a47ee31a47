/** Of services that send letters of the product itself. */
export const MAIL_NOT_CONFIGURED = {
  kind: 'failed_precondition',
  code: 'mail_not_configured',
  message: 'This installation sends no mail of its own; its operator sets SYSTEM_SMTP_URL.',
} as const;
