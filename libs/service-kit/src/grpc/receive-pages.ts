import { Metadata, type ClientReadableStream, type ServiceError } from '@grpc/grpc-js';
import { fromServiceError } from './error-wire.ts';

/**
 * The pages of a call, which starts with the first read: a call that nothing reads would end the process when it fails.
 * It is canceled when the consumer stops before the last page.
 * @throws AppError as the called service reports it.
 */
export async function* receivePages(
  start: () => ClientReadableStream<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const call = start();
  try {
    for await (const page of call) yield page as unknown;
  } catch (thrown) {
    throw isServiceError(thrown) ? fromServiceError(thrown) : thrown;
  } finally {
    call.cancel();
  }
}

function isServiceError(thrown: unknown): thrown is ServiceError {
  return thrown instanceof Error && 'metadata' in thrown && thrown.metadata instanceof Metadata;
}
