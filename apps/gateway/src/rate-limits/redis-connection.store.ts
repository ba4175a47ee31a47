import { hash } from 'node:crypto';
import type { Logger } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';

const RECONNECT_STEP_MS = 50;
const RECONNECT_MS_MAX = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection without traffic is closed after this time; pings keep a live connection open. */
const SILENCE_MS = 5_000;
const PING_MS = 2_000;
/** Beyond this many queued calls, calls fail at once instead of queueing in memory. */
const QUEUE_CALLS_MAX = 20_000;

/** Runs scripts that return integers. */
export interface ScriptRunner {
  /** @throws Error when Redis does not answer in time, or not with integers. */
  run(script: string, keys: readonly string[], args: readonly string[]): Promise<readonly number[]>;
}

export interface RedisConnection extends ScriptRunner {
  /** Starts also without Redis, and keeps connecting. */
  readonly resource: StartableResource;
}

export interface RedisOptions {
  readonly url: string;
  readonly logger: Logger;
  /** Timeout of a call. */
  readonly timeoutMs: number;
}

type Client = Awaited<ReturnType<typeof createRedisClient>>;

/** One connection to Redis. While Redis is unavailable every call fails at once. */
export function createRedisConnection(options: RedisOptions): RedisConnection {
  let client: Client | undefined;
  return {
    run: async (script, keys, args) => {
      if (client === undefined) throw new Error('the connection to redis has not started');
      return toIntegers(await inTime(evaluate(client, script, { keys, args }), options.timeoutMs));
    },
    resource: {
      name: 'redis',
      start: async () => {
        client = await createRedisClient(options.url);
        logOutages(client, options.logger);
        const connected = client.connect().catch((err: unknown) => {
          options.logger.warn({ err }, 'the connection to redis failed for good');
        });
        await inTime(connected, CONNECT_TIMEOUT_MS).catch(() => undefined);
      },
      stop: async () => {
        client?.destroy();
      },
    },
  };
}

function logOutages(client: Client, logger: Logger): void {
  let isUnavailable = false;
  client.on('error', (err: unknown) => {
    if (!isUnavailable) logger.warn({ err }, 'redis is unavailable');
    isUnavailable = true;
  });
  client.on('ready', () => (isUnavailable = false));
}

/** The package is loaded only by gateways with Redis, because it occupies memory of the process. */
async function createRedisClient(url: string) {
  const { createClient } = await import('redis');
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_CALLS_MAX,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(RECONNECT_STEP_MS * (retries + 1), RECONNECT_MS_MAX),
    },
  });
}

interface Input {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/** Calls the script by its digest, and sends its text only if Redis does not have it. */
async function evaluate(client: Client, script: string, { keys, args }: Input): Promise<unknown> {
  const input = { keys: [...keys], arguments: [...args] };
  try {
    return await client.evalSha(digestOf(script), input);
  } catch (thrown) {
    if (!(thrown instanceof Error) || !thrown.message.startsWith('NOSCRIPT')) throw thrown;
    return client.eval(script, input);
  }
}

const digests = new Map<string, string>();

function digestOf(script: string): string {
  const known = digests.get(script);
  if (known !== undefined) return known;
  const made = hash('sha1', script);
  digests.set(script, made);
  return made;
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new Error(`redis took longer than ${timeoutMs} ms`));
    // A reply that arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(refuse), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function toIntegers(reply: unknown): readonly number[] {
  if (!Array.isArray(reply)) throw new TypeError('redis returned no list');
  return reply.map(Number);
}
