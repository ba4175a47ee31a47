import { OutreachError } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { encodeMultipart } from './multipart.ts';
import { requirePath } from './require-path.ts';
import type { Attempt, Transport } from './transport.ts';
import type { CallSettings, StreamedFile, UploadProgress } from './types.ts';
import { browserRequest, sendByXhr } from './xhr.ts';

/** A large file on a slow connection: 100 MiB at 1.5 Mbit/s. */
const TIMEOUT_DEFAULT_MS = 600_000;
const FILE_NAME_DEFAULT = 'upload';

export interface AnyUpload extends CallSettings {
  readonly file: Blob | StreamedFile;
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (progress: UploadProgress) => void;
}

export interface UploadsOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** One upload, ready to be sent. */
interface Prepared {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly [string, string][];
  readonly file: StreamedFile;
  readonly onProgress: (progress: UploadProgress) => void;
}

export type Upload = (path: string, upload: AnyUpload) => Promise<unknown>;

/** Sends a file with its progress: by XMLHttpRequest in browsers, whose fetch has none, and as a stream elsewhere. */
export function createUploads(transport: Transport, { baseUrl, fetch }: UploadsOptions): Upload {
  return async (path, upload) => {
    requirePath(path);
    const prepared: Prepared = {
      url: `${baseUrl.replace(/\/$/, '')}${path}`,
      headers: { 'Idempotency-Key': upload.idempotencyKey ?? idempotencyKey() },
      fields: Object.entries(upload.fields ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
      file: upload.file instanceof Blob ? named(upload.file) : upload.file,
      onProgress: upload.onProgress ?? (() => undefined),
    };
    const send =
      browserRequest() === undefined ? streamedBy(fetch, prepared) : inBrowser(prepared, upload.file);
    const response = await transport.send({
      attempt: send,
      timeoutMs: upload.timeoutMs ?? TIMEOUT_DEFAULT_MS,
      signal: upload.signal,
      isTokenCall: false,
      isStreamed: false,
    });
    const body = parsed(await response.text());
    if (!response.ok) throw new OutreachError(response, body);
    return body;
  };
}

function streamedBy(fetch: UploadsOptions['fetch'], { url, headers, fields, file, onProgress }: Prepared) {
  const form = encodeMultipart(fields, file, `outreach-${idempotencyKey()}`);
  return async ({ token, signal }: Attempt): Promise<Response> => {
    const init = {
      method: 'POST',
      headers: { ...headers, ...bearer(token), 'Content-Type': form.contentType },
      body: form.stream((sent) => onProgress({ sent, total: form.size })),
      redirect: 'manual',
      signal,
      // Node requires it for a body that is a stream.
      duplex: 'half',
    } satisfies RequestInit & { duplex: 'half' };
    return fetch(new Request(url, init));
  };
}

function inBrowser({ url, headers, fields, file, onProgress }: Prepared, given: Blob | StreamedFile) {
  return async ({ token, signal }: Attempt): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append('file', given instanceof Blob ? given : await new Response(given.stream()).blob(), file.name);
    return sendByXhr({ url, headers: { ...headers, ...bearer(token) }, body: form, signal, onProgress });
  };
}

function bearer(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** A File has a name; another Blob has none. */
function named(blob: Blob): StreamedFile {
  const name = 'name' in blob && typeof blob.name === 'string' ? blob.name : FILE_NAME_DEFAULT;
  return { name, size: blob.size, stream: () => blob.stream() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
