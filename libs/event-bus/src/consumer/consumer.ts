import type { Catalogue, DomainEvent } from '@outreach/event-schema';
import type { Logger } from '@outreach/service-kit';
import { pause, supervise, type StartableResource } from '@outreach/service-kit/lifecycle';
import type { NatsConnection } from 'nats';
import { consumeDurable } from './consume-durable.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { EventFailures } from './event-failures.ts';
import type { BatchHandler } from './handle-messages.ts';
import { measurePending } from './measure-consumer.ts';
import type { NatsLink } from '../nats-link.ts';
import { prepareTopology } from '../prepare-topology.ts';
import { ACK_WAIT_MS, type Topology } from '../topology.ts';

const BROKER_WAIT_MS = 250;
/** Pause until a missing stream or durable is looked for again. */
const SCHEMA_WAIT_MS = 1_000;

export interface ConsumerOptions {
  /** Name of a durable of the topology. */
  readonly durable: string;
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly catalogue: Catalogue;
  readonly deadLetters: DeadLetters;
  readonly failures: EventFailures;
  readonly logger: Logger;
  /**
   * Handles events in one transaction of its own and resolves after the commit. It receives an event again after a
   * failure or a crash, so its effects must be idempotent. When it rejects, each event is handled alone.
   */
  readonly handleBatch: (events: readonly DomainEvent[]) => Promise<void>;
  /** Pause in ms before the second attempt of an event, 1,000 without it. It doubles with each failure. */
  readonly firstBackoffMs?: number;
}

/** Consumes a durable of a stream in batches. Messages are acknowledged after the commit of the handler. */
export function createConsumer(options: ConsumerOptions): StartableResource {
  if (!options.topology.durables.some((row) => row.durable === options.durable)) {
    throw new Error(
      `${options.durable} is not in the table of durables: the stream would not keep its events.`,
    );
  }
  const handler: BatchHandler = { ...options, source: options.durable };
  const name = `consumer ${options.durable}`;
  const consuming = supervise(
    [{ name, run: async (signal) => runConsumer(options, handler, signal) }],
    options.logger,
  );
  const pending = measurePending(options);
  return {
    name,
    start: async () => {
      await consuming.start();
      await pending.start();
    },
    stop: async () => {
      await pending.stop();
      await consuming.stop();
    },
  };
}

async function runConsumer(
  options: ConsumerOptions,
  handler: BatchHandler,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const connection = options.link.current();
    if (connection === undefined) await pause(BROKER_WAIT_MS, signal);
    else await consumeUntilInterrupted(connection, { options, handler, signal });
  }
}

interface Consuming {
  readonly options: ConsumerOptions;
  readonly handler: BatchHandler;
  readonly signal: AbortSignal;
}

/** Consumes over one connection until it is interrupted, the durable is deleted, or the process stops. */
async function consumeUntilInterrupted(connection: NatsConnection, consuming: Consuming): Promise<void> {
  const { options, handler, signal } = consuming;
  const { link, durable, topology } = options;
  const { stream, ackWaitMs = ACK_WAIT_MS } = topology;
  if (!(await prepareTopology(connection, topology, { role: 'consumer', logger: options.logger }))) {
    await pause(SCHEMA_WAIT_MS, signal);
    return;
  }
  await consumeDurable(connection, { stream, link, durable, handler, signal, ackWaitMs });
}
