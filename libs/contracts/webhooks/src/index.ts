export * from './gen/webhooks.ts';
export * from './errors.ts';
export * from './events.ts';
export { REPLAY_STATUSES, replayStates } from './replay-states.ts';
export { healthStates } from './health-states.ts';
export type { HealthStatus } from './health-states.ts';
export { NOTIFICATION_EVENTS } from './notification-events.ts';
export { DELIVERY_STATUSES } from './delivery-statuses.ts';
export type { DeliveryStatus } from './delivery-statuses.ts';
