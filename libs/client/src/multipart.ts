import type { StreamedFile } from './types.ts';

/** A form with one file, as the body of a request that can be made more than once. */
export interface Multipart {
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly size: number;
  /** Reads the file again at each call. */
  stream(onSent: (sent: number) => void): ReadableStream<Uint8Array>;
}

/** Encodes a form as `multipart/form-data` (RFC 7578) without reading the file into memory. */
export function encodeMultipart(
  fields: readonly [string, string][],
  file: StreamedFile,
  boundary: string,
): Multipart {
  const encoder = new TextEncoder();
  const head = fields.map(([name, value]) => `${part(boundary, name)}\r\n\r\n${value}\r\n`).join('');
  const fileName = `; filename="${escaped(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const before = encoder.encode(head + part(boundary, 'file') + fileName);
  const after = encoder.encode(`\r\n--${boundary}--\r\n`);

  async function* chunks(onSent: (sent: number) => void): AsyncGenerator<Uint8Array, void> {
    let sent = before.length;
    yield before;
    onSent(sent);
    for await (const chunk of readChunks(file.stream())) {
      yield chunk;
      sent += chunk.length;
      onSent(sent);
    }
    yield after;
    onSent(sent + after.length);
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    size: before.length + file.size + after.length,
    stream: (onSent) => toStream(chunks(onSent)),
  };
}

function part(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
}

/** The escapes of the HTML standard for names in a form. */
function escaped(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads one chunk ahead of the connection. */
function toStream(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return();
    },
  });
}
