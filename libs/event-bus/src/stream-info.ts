import { NatsError, type JetStreamManager, type StreamInfo } from 'nats';

const STREAM_NOT_FOUND = 10_059;
const CONSUMER_NOT_FOUND = 10_014;
const MISSING = new Set([STREAM_NOT_FOUND, CONSUMER_NOT_FOUND]);

/** The `err_code` of an error of the JetStream API. */
export function apiCode(err: unknown): number | undefined {
  return err instanceof NatsError ? err.api_error?.err_code : undefined;
}

/** The result of `read`; undefined when the stream or the consumer does not exist. */
export async function ifExists<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (err) {
    if (MISSING.has(apiCode(err) ?? 0)) return undefined;
    throw err;
  }
}

export async function streamInfo(manager: JetStreamManager, stream: string): Promise<StreamInfo | undefined> {
  return ifExists(async () => manager.streams.info(stream));
}
