import type { Access } from '../profiles/profiles.ts';
import type { SendRequest } from './call-operation.ts';

const TIMEOUT_MS = 60_000;

/** Sends requests whose paths come from the OpenAPI document of the server, so that their types are not known here. */
export function createSendRequest({ url, apiKey }: Access, signal: AbortSignal): SendRequest {
  return async ({ method, path, body, idempotencyKey }) => {
    const response = await fetch(`${url}${path}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { status: response.status, text: await response.text() };
  };
}
