import { EventEmitter, once } from 'node:events';
import type { ClientWritableStream } from '@grpc/grpc-js';

/** The source of an upload failed before its end. The called service is not the cause. */
export class BrokenUpload {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * Sends chunks as fast as the service reads them. After the reply of the service the remaining chunks are not sent.
 * @throws the error of the source, after the call was canceled.
 */
export async function sendUpload(
  call: ClientWritableStream<unknown>,
  chunks: AsyncIterable<unknown>,
): Promise<void> {
  const ended = new AbortController();
  const room = new EventEmitter();
  const end = (): void => ended.abort();
  call
    .on('status', end)
    .on('error', end)
    .on('drain', () => room.emit('drain'));
  try {
    for await (const chunk of chunks) {
      if (ended.signal.aborted) return;
      if (!call.write(chunk)) await once(room, 'drain', { signal: ended.signal }).catch(() => undefined);
    }
  } catch (thrown) {
    call.cancel();
    throw thrown;
  }
  call.end();
}
