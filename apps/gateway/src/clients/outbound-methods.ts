/**
 * Methods in which a service calls servers of customers, mail servers or the identity provider, outside the cluster. Workers serve them,
 * and they have slots of their own.
 */
export const OUTBOUND_METHODS = {
  auth: ['startOidcLogIn', 'completeOidcLogIn'],
  campaigns: ['completeOAuth', 'sendTestEmail', 'testSendingAccount', 'verifyTrackingDomain'],
  contacts: ['verifyContact'],
  webhooks: ['createEndpoint', 'testEndpoint', 'retryDelivery'],
} as const;
