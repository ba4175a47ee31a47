import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  connectStack,
  SHARED_STACK_VARIABLE,
  startStack,
  TEST_STACK_SETTINGS,
  withoutServers,
  type Stack,
  type StackConnection,
} from '@outreach/dev';
import { ensureConsole } from '@outreach/dev/console-build';
import { seedCredential } from '@outreach/dev/seed';
import { freePort } from '@outreach/testing';

const CALL_TIMEOUT_MS = 40_000;

/** A response of the API, with its body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A body has the shape that the test expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of many shapes.
  readonly body: any;
}

export interface Call {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged in place of `body`, without a content type. */
  readonly text?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

/** The whole product as processes of its own, and a new workspace in it. */
export interface RunningStack<Running extends StackConnection = StackConnection> {
  readonly stack: Running;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  call(method: string, route: string, call?: Call): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Changes to the settings of the shared stack: logs of all levels, and spans of the requests whose caller asks for them. No
 * collector listens at the endpoint, unless a test starts one.
 */
export async function sharedSettings(): Promise<Readonly<Record<string, string>>> {
  const collector = `http://127.0.0.1:${String(await freePort())}`;
  return { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: '0' };
}

/**
 * Connects to the stack that the files of this project share, or starts one if this file runs by itself. The file must not
 * stop processes of the stack. It has a workspace of its own; the databases also contain data of other files.
 * @param flags of the command that creates the workspace.
 */
export async function useSharedStack(flags: readonly string[] = []): Promise<RunningStack> {
  const description = process.env[SHARED_STACK_VARIABLE];
  if (description === undefined) return startOwnStack(await sharedSettings(), flags);
  return withWorkspace(connectStack(description), flags, async () => undefined);
}

/**
 * Starts a stack for this file alone.
 * @param changes to the environment of the apps.
 * @param flags of the command that creates the workspace.
 */
export async function startOwnStack(
  changes: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<RunningStack<Stack>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-e2e-'));
  const env = { ...TEST_STACK_SETTINGS, ...changes };
  await ensureConsole(() => undefined);
  const stack = await startStack({ dataDir, env, baseEnv: withoutServers(process.env) });
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return await withWorkspace(stack, flags, stop);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function withWorkspace<Running extends StackConnection>(
  stack: Running,
  flags: readonly string[],
  stop: () => Promise<void>,
): Promise<RunningStack<Running>> {
  const { apiKey, username, password } = await seedCredential(stack, 'E2E', flags);
  const call = async (method: string, route: string, sent: Call = {}): Promise<Answer> =>
    sendTo(`${stack.baseUrl}${route}`, method, { key: apiKey, ...sent });
  return { stack, apiKey, username, password, call, stop };
}

/** Sends one request to any address and reads its whole response. */
export async function sendTo(url: string, method: string, call: Call): Promise<Answer> {
  const { body, text: given, key = '', headers = {} } = call;
  const content = given ?? (body === undefined ? undefined : JSON.stringify(body));
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const credential = key === '' ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(url, {
    method,
    headers: { ...credential, ...json, ...headers },
    ...(content === undefined ? {} : { body: content }),
    redirect: 'manual',
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
