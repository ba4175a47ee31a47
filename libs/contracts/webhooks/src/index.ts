export { DELIVERY_STATUSES } from './delivery-statuses.ts';
export type { DeliveryStatus } from './delivery-statuses.ts';
export { webhookErrors } from './errors.ts';
export { endpointDisabled, endpointFailing, endpointSchema, webhookEvents, webhookTest } from './events.ts';
export { WebhooksServiceService } from './gen/webhooks.ts';
export { healthStates } from './health-states.ts';
export type { HealthStatus } from './health-states.ts';
export { NOTIFICATION_EVENTS } from './notification-events.ts';
export { REPLAY_STATUSES, replayStates } from './replay-states.ts';
