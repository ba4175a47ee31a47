export { connectNats } from './nats-link.ts';
export type { NatsLink } from './nats-link.ts';
export { measureOutboxAge } from './outbox-age.ts';
export { createOutbox } from './outbox.ts';
export type { Outbox, OutboxRow } from './outbox.ts';
export { publishBytes } from './publish.ts';
export { createRelay } from './relay.ts';
export type { RelayTimes } from './relay.ts';
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
export type { JetStreamClient } from 'nats';
