export { createCaughtUp } from './caught-up.ts';
export type { CaughtUp } from './caught-up.ts';
export { createConsumer } from './consumer.ts';
export type { ConsumerOptions } from './consumer.ts';
export { createDeadLetters } from './dead-letters.ts';
export type { DeadLetters, Requeue } from './dead-letters.ts';
export { eraseAggregate, eraseDeadLetters } from './erase-aggregate.ts';
export { createEventFailures } from './event-failures.ts';
export type { EventFailures } from './event-failures.ts';
export { createErasures } from './erasures.ts';
export type { Erasures } from './erasures.ts';
export { consumeEphemeral } from './ephemeral.ts';
export { connectNats } from './nats-link.ts';
export type { NatsLink } from './nats-link.ts';
export { createOutbox } from './outbox.ts';
export type { Outbox, OutboxRow } from './outbox.ts';
export { measureOutboxAge } from './outbox-age.ts';
export { createRelay } from './relay.ts';
export type { RelayTimes } from './relay.ts';
export { publishBytes } from './publish.ts';
export type { JetStreamClient } from 'nats';
export {
  DURABLES,
  ensureTopology,
  isReceived,
  subjectOf,
  topologyOf,
  topologyOfDurable,
  trackingTopology,
  unsubscribeTopology,
} from './topology.ts';
export type { StreamSettings, Topology } from './topology.ts';
export { receiveWakeUps, sendWakeUps, wakeRelay } from './share-wake-ups.ts';
