/**
 * Methods in which a service calls servers of customers or mail servers, outside the cluster. Workers serve them,
 * and they have slots of their own.
 */
export const OUTBOUND_METHODS = {
  campaigns: ['completeOAuth', 'sendTestEmail', 'testSendingAccount', 'verifyTrackingDomain'],
  contacts: ['verifyContact'],
  webhooks: ['createEndpoint', 'testEndpoint', 'retryDelivery'],
} as const;
