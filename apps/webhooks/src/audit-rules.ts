import { onRequested, type AuditTable } from '@outreach/app-kit/audit';
import type { WebhooksServiceService } from '@outreach/contracts-webhooks';

const ONE_DELIVERY = { none: 'its deliveries have their own record' };

/** What the audit log records of this service. */
export const auditRules: AuditTable<typeof WebhooksServiceService> = {
  createEndpoint: { action: 'webhook.created', target: 'webhook', id: ({ endpoint }) => endpoint?.id },
  updateEndpoint: onRequested('webhook.updated', 'webhook'),
  deleteEndpoint: onRequested('webhook.deleted', 'webhook'),
  rotateSecret: onRequested('webhook.secret_rotated', 'webhook'),
  testEndpoint: ONE_DELIVERY,
  retryDelivery: ONE_DELIVERY,
  createReplay: {
    action: 'webhook.replay_created',
    target: 'webhook',
    id: (_reply, request) => request?.endpoint_id,
    count: ({ matched_events: count }) => count,
  },
  cancelReplay: {
    action: 'webhook.replay_canceled',
    target: 'webhook',
    id: (_reply, request) => request?.endpoint_id,
  },
  setNotificationSettings: {
    action: 'notification_settings.updated',
    target: 'notification_settings',
    id: () => null,
  },
};
