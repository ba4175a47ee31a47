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
  let isOver = false;
  let wake: () => void = () => undefined;
  const over = (): void => {
    isOver = true;
    wake();
  };
  call
    .on('status', over)
    .on('error', over)
    .on('drain', () => wake());
  try {
    for await (const part of parts) {
      if (isOver) return;
      if (call.write(part)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isOver) resolve();
      });
    }
  } catch (thrown) {
    call.cancel();
    throw thrown;
  }
  call.end();
}
