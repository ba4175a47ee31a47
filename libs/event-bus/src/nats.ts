// The broker without the outbox, for a process without a database.
export { consumeEphemeral } from './consumer/ephemeral.ts';
export { connectNats } from './nats-link.ts';
export type { NatsLink } from './nats-link.ts';
export { publishBytes } from './publish.ts';
export type { Message } from './publish.ts';
export { ensureTopology, subjectOf, trackingTopology, unsubscribeTopology } from './topology.ts';
export type { Topology } from './topology.ts';
