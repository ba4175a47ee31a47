import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';

/**
 * Sends pages as fast as the caller takes them. The caller cancels by ending the call.
 * @throws AbortError after a cancellation, and the errors of the source.
 */
export async function sendPages(
  call: ServerWritableStream<unknown, unknown>,
  pages: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for await (const page of pages) {
    signal.throwIfAborted();
    if (!call.write(page)) await once(call, 'drain', { signal });
  }
}
