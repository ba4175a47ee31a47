import type { Dispatcher } from 'undici';

/**
 * Reads the body of a response as UTF-8. The rest of the body after an error is not read.
 * @throws Error for a body that is larger than `bytesMax`, or incomplete.
 */
export async function readText(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`The response has more than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Ends the response. A body that is not read keeps its connection. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  if (!body.readableEnded) body.once('error', () => undefined).destroy();
}
