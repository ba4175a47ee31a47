import type { Catalogue, DomainEvent } from '@outreach/event-schema';
import { pause, supervise, type Logger, type StartableResource } from '@outreach/service-kit';
import type { ConsumerMessages, JsMsg, NatsConnection } from 'nats';
import { handleMessages, type BatchHandler } from './handle-messages.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { NatsLink } from './nats-link.ts';
import { ACKS_PENDING_MAX, durablesOf, ensureTopology, type Topology } from './topology.ts';
import { createWaitingMessages } from './waiting-messages.ts';
import { createWakeUp, type WakeUp } from '@outreach/job-kit';

const BROKER_WAIT_MS = 250;
const IDLE_WAIT_MS = 1_000;

export interface ConsumerOptions {
  /** Name of a durable of the topology. */
  readonly durable: string;
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly catalogue: Catalogue;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  /**
   * Handles events in one transaction of its own and resolves after the commit. It receives an event again after a
   * failure or a crash, so its effects must be idempotent. When it rejects, each event is handled alone.
   */
  readonly handleBatch: (events: readonly DomainEvent[]) => Promise<void>;
}

/** The options that all consumers of a service share. */
export type SharedConsumerOptions = Omit<ConsumerOptions, 'durable' | 'catalogue' | 'handleBatch'>;

/** Consumes a durable of the stream in batches. Messages are acknowledged after the commit of the handler. */
export function createConsumer(options: ConsumerOptions): StartableResource {
  if (!durablesOf(options.topology).some((row) => row.durable === options.durable)) {
    throw new Error(
      `${options.durable} is not in the table of durables: the stream would not keep its events.`,
    );
  }
  const handler: BatchHandler = { ...options, source: options.durable };
  const name = `consumer ${options.durable}`;
  return {
    ...supervise([{ name, run: async (signal) => runConsumer(options, handler, signal) }], options.logger),
    name,
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
  await ensureTopology(connection, options.topology);
  const consumer = await connection.jetstream().consumers.get(options.topology.stream, options.durable);
  const waiting = createWaitingMessages<JsMsg>();
  const wakeUp = createWakeUp();
  const messages = await consumer.consume({
    max_messages: ACKS_PENDING_MAX,
    abort_on_missing_resource: true,
    callback: (message) => {
      waiting.add(message);
      wakeUp.raise();
    },
  });
  const ended = watchEnd({ messages, options, wakeUp, signal });
  try {
    while (!ended.done) {
      const batch = waiting.takeBatch();
      if (batch.length === 0) await wakeUp.wait(IDLE_WAIT_MS, signal);
      else await handleMessages(handler, batch);
    }
  } finally {
    ended.forget();
    await messages.close();
    for (const message of waiting.drain()) message.nak();
  }
}

interface EndOptions {
  readonly messages: ConsumerMessages;
  readonly options: ConsumerOptions;
  readonly wakeUp: WakeUp;
  readonly signal: AbortSignal;
}

/** Consuming restarts after a reconnection: the server may have redelivered pulled messages to another consumer. */
function watchEnd({ messages, options, wakeUp, signal }: EndOptions): {
  readonly done: boolean;
  forget(): void;
} {
  const state = { done: false };
  const end = (): void => {
    state.done = true;
    wakeUp.raise();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  messages.closed().then(end, end);
  let first = true;
  const forgetLink = options.link.onConnect(() => {
    if (!first) end();
  });
  first = false;
  return {
    get done() {
      return state.done;
    },
    forget: () => {
      signal.removeEventListener('abort', end);
      forgetLink();
    },
  };
}
