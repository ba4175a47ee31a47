import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedCredential, startStack, type Stack } from '@outreach/dev';

const CALL_TIMEOUT_MS = 40_000;

/** An answer of the API, with its body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A body is whatever the test expects it to be.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of many shapes.
  readonly body: any;
}

export interface Call {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in the place of a body, without a type of its own. */
  readonly text?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

/** The whole product as processes of their own, on data of its own, and a workspace in it. */
export interface RunningStack {
  readonly stack: Stack;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  call(method: string, route: string, call?: Call): Promise<Answer>;
  stop(): Promise<void>;
}

/** @param changes to the environment of the apps. @param flags of the command that makes the workspace. */
export async function runStack(
  changes: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<RunningStack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-e2e-'));
  const env = { OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'info', ...changes };
  const { MONGODB_URI, NATS_URL, ...baseEnv } = process.env;
  const stack = await startStack({ dataDir, env, baseEnv });
  const { apiKey, username, password } = await seedCredential(stack, 'E2E', flags);
  return {
    stack,
    apiKey,
    username,
    password,
    call: async (method, route, call = {}) =>
      sendTo(`${stack.baseUrl}${route}`, method, { key: apiKey, ...call }),
    stop: async () => {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends one request to any address and reads its whole answer. */
export async function sendTo(url: string, method: string, call: Call): Promise<Answer> {
  const { body, text: given, key = '', headers = {} } = call;
  const content = given ?? (body === undefined ? undefined : JSON.stringify(body));
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const credential = key === '' ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(url, {
    method,
    headers: { ...credential, ...json, ...headers },
    ...(content === undefined ? {} : { body: content }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
