import type { Logger } from '@outreach/service-kit';
import { pause, type StartableResource } from '@outreach/service-kit/lifecycle';
import { connect, Events, type NatsConnection, type Status } from 'nats';

const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_WAIT_MS = 250;
/** A silent broker counts as unreachable after two unanswered pings, at most 30 s. */
const PING_INTERVAL_MS = 10_000;
const PINGS_OUT_MAX = 2;
const DRAIN_MS_MAX = 5_000;
/** The default payload limit of a NATS server, which publishers rely on. */
const PAYLOAD_BYTES_NEEDED = 1_048_576;

/** A connection to a broker that may be absent. It connects and reconnects in the background until it is stopped. */
export interface NatsLink extends StartableResource {
  /** The connection while the broker is reachable. */
  current(): NatsConnection | undefined;
  /** Calls `callback` at every connection and reconnection, and at once while connected. Returns the function that ends it. */
  onConnect(listener: (connection: NatsConnection) => void): () => void;
}

export interface NatsLinkOptions {
  /** Comma-separated addresses. */
  readonly url: string;
  /** Name of this client in the monitoring of the broker. */
  readonly name: string;
  readonly logger: Logger;
}

interface LinkState {
  live: NatsConnection | undefined;
  opened: NatsConnection | undefined;
  readonly listeners: Set<(connection: NatsConnection) => void>;
}

/** Connects in the background: a service starts and serves requests while the broker is down. */
export function connectNats(options: NatsLinkOptions): NatsLink {
  const abort = new AbortController();
  const state: LinkState = { live: undefined, opened: undefined, listeners: new Set() };
  let running: Promise<void> = Promise.resolve();
  return {
    name: 'nats',
    start: async () => {
      running = keepConnected(options, state, abort.signal);
      return Promise.resolve();
    },
    stop: async () => {
      abort.abort();
      await close(state);
      await running;
    },
    current: () => state.live,
    onConnect: (listener) => {
      state.listeners.add(listener);
      if (state.live !== undefined) listener(state.live);
      return () => state.listeners.delete(listener);
    },
  };
}

async function keepConnected(options: NatsLinkOptions, state: LinkState, signal: AbortSignal): Promise<void> {
  const { url, name, logger } = options;
  let quiet = false;
  while (!signal.aborted) {
    try {
      const connection = await connect({
        servers: url.split(',').map((address) => address.trim()),
        name,
        timeout: CONNECT_TIMEOUT_MS,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_WAIT_MS,
        pingInterval: PING_INTERVAL_MS,
        maxPingOut: PINGS_OUT_MAX,
      });
      quiet = false;
      state.opened = connection;
      if (isStopped(signal)) await connection.close();
      else await follow(connection, state, logger);
    } catch (err) {
      if (!quiet) logger.warn({ err }, 'the broker is not reachable; events wait in the outbox');
      quiet = true;
    }
    state.live = undefined;
    await pause(RECONNECT_WAIT_MS, signal);
  }
}

/** The signal may have aborted while the connection was established. */
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Tracks a connection over its interruptions until it is closed. */
async function follow(connection: NatsConnection, state: LinkState, logger: Logger): Promise<void> {
  announce(connection, state, logger);
  const interruptions = connection.status();
  const watching = watch(interruptions, { connection, state, logger });
  // The iterator does not end with the connection.
  await Promise.race([connection.closed(), watching]);
}

interface Watched {
  readonly connection: NatsConnection;
  readonly state: LinkState;
  readonly logger: Logger;
}

async function watch(
  interruptions: AsyncIterable<Status>,
  { connection, state, logger }: Watched,
): Promise<void> {
  for await (const { type } of interruptions) {
    if (type === Events.Disconnect) {
      state.live = undefined;
      if (!connection.isDraining()) logger.warn('the broker is gone; events wait in the outbox');
    }
    if (type === Events.Reconnect) announce(connection, state, logger);
  }
  await connection.closed();
}

function announce(connection: NatsConnection, state: LinkState, logger: Logger): void {
  state.live = connection;
  const payloadBytesMax = connection.info?.max_payload ?? PAYLOAD_BYTES_NEEDED;
  logger.info(
    { server: connection.getServer(), payload_bytes_max: payloadBytesMax },
    'connected to the broker',
  );
  if (payloadBytesMax < PAYLOAD_BYTES_NEEDED) {
    logger.error(`the broker takes messages of ${payloadBytesMax} bytes; max_payload must be at least 1 MiB`);
  }
  for (const listener of state.listeners) listener(connection);
}

/** Drains a connection. Without a broker there is nothing to drain. */
async function close(state: LinkState): Promise<void> {
  const connection = state.opened;
  if (connection === undefined || connection.isClosed()) return;
  if (state.live !== undefined) {
    const timeout = new AbortController();
    await Promise.race([connection.drain().catch(() => undefined), pause(DRAIN_MS_MAX, timeout.signal)]);
    timeout.abort();
  }
  await connection.close();
}
