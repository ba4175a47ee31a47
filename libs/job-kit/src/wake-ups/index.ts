export { queueWakeUpsOf } from './queue-wake-ups.ts';
export type { QueueWakeUps } from './queue-wake-ups.ts';
export { createWakeUp } from './wake-up.ts';
export type { WakeUp } from './wake-up.ts';
