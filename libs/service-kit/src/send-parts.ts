import { EventEmitter, once } from 'node:events';
import type { ClientWritableStream } from '@grpc/grpc-js';

/** The source of an upload failed before its end; the service has nothing to do with it. */
export class BrokenUpload {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * Sends parts as fast as the service takes them. Once the service has answered, the rest stays unsent.
 * @throws whatever the source throws, after the call was cancelled.
 */
export async function sendParts(
  call: ClientWritableStream<unknown>,
  parts: AsyncIterable<unknown>,
): Promise<void> {
  const over = new AbortController();
  const room = new EventEmitter();
  const end = (): void => over.abort();
  call
    .on('status', end)
    .on('error', end)
    .on('drain', () => room.emit('drain'));
  try {
    for await (const part of parts) {
      if (over.signal.aborted) return;
      if (!call.write(part)) await once(room, 'drain', { signal: over.signal }).catch(() => undefined);
    }
  } catch (thrown) {
    call.cancel();
    throw thrown;
  }
  call.end();
}
