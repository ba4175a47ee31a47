import type { z } from 'zod';
import { PlainError } from './plain-error.ts';

const callTimeoutMs = 40_000;

export interface RestCall<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  answer: Schema;
}

/** Calls the API of the running stack and parses its response. @throws PlainError for any status but 2xx. */
export async function callRest<Schema extends z.ZodType>(
  baseUrl: string,
  { method, path, token, body, answer }: RestCall<Schema>,
): Promise<z.output<Schema>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const content = await response.text();
  if (!response.ok) throw new PlainError(`${method} ${path} answered ${response.status}: ${content}`);
  return answer.parse(content === '' ? undefined : JSON.parse(content));
}

/** The status that a GET with this credential gets. */
export async function statusOf(baseUrl: string, path: string, token: string): Promise<number> {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  await response.arrayBuffer();
  return response.status;
}
