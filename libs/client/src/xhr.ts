import { RedirectError } from './errors.ts';
import type { UploadProgress } from './types.ts';

/** The part of XMLHttpRequest that uploads use. The types of browsers are not part of this project. */
interface Xhr {
  readonly status: number;
  readonly statusText: string;
  readonly responseText: string;
  readonly responseURL: string;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

type XhrConstructor = new () => Xhr;

/** Undefined outside browsers. */
export function browserRequest(): XhrConstructor | undefined {
  const found: unknown = Reflect.get(globalThis, 'XMLHttpRequest');
  return isConstructor(found) ? found : undefined;
}

function isConstructor(value: unknown): value is XhrConstructor {
  return typeof value === 'function';
}

export interface XhrUpload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** Sends a form, and returns its response as fetch does. XMLHttpRequest follows a redirect, which is an error here. */
export async function sendByXhr({ url, headers, body, signal, onProgress }: XhrUpload): Promise<Response> {
  signal.throwIfAborted();
  const Constructor = browserRequest();
  if (Constructor === undefined) throw new TypeError('XMLHttpRequest is missing.');
  const xhr = new Constructor();
  const abort = (): void => xhr.abort();
  signal.addEventListener('abort', abort);
  try {
    await new Promise<void>((resolve, reject) => {
      xhr.open('POST', url);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
      xhr.onload = () => resolve();
      xhr.onerror = () => reject(new TypeError('The upload failed.'));
      xhr.onabort = () => reject(new TypeError('The upload was ended.'));
      xhr.send(body);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
  const { status, statusText, responseText } = xhr;
  if (xhr.responseURL !== new Request(url).url)
    throw new RedirectError('The server answered with a redirect.');
  return new Response(responseText === '' ? null : responseText, {
    status,
    statusText,
    headers: responseHeaders(xhr),
  });
}

function responseHeaders(xhr: Xhr): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}
