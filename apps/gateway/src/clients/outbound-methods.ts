/**
 * Methods in which a service calls servers outside the cluster: those of customers, and mail servers. Workers serve them,
 * and they have slots of their own.
 */
export const OUTBOUND_METHODS = {
  campaigns: ['sendTestEmail', 'testSendingAccount'],
  webhooks: ['createEndpoint', 'testEndpoint', 'retryDelivery'],
} as const;
