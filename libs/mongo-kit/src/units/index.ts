export type { CommandStep, OnStep } from './command-runner.ts';
export { createEventSink } from './event-sink.ts';
export { idempotencyErrors } from './idempotency-errors.ts';
export type { IdempotencyLeases } from './idempotency-store.ts';
export type { Outbox } from './outbox.ts';
export { createUnits } from './units.ts';
export type { Units } from './units.ts';
