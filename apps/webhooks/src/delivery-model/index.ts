export { LIVE_RUN, newDelivery, TEST_RUN, toJob } from './delivery.ts';
export type { Delivery, DeliveryJob, Lease, PlannedDelivery } from './delivery.ts';
export { evaluateAttempt } from './evaluate-attempt.ts';
export type { AttemptOutcome } from './evaluate-attempt.ts';
export { deliveryRetries } from './retry-schedule.ts';
export { logAttempt } from './log-attempt.ts';
