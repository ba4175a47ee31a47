import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { StartableResource } from '../lifecycle/lifecycle.ts';
import { metrics } from './metrics.ts';
import { scrape } from './scrape.ts';

/** Connections that wait until they are accepted. With the default of 511, a burst of clients makes others repeat their SYN after 1 s. */
const WAITING_CONNECTIONS_MAX = 4_096;

/** Returns the reason while the process is not ready. */
export type Readiness = () => Promise<string | undefined>;

/** Further paths, and the functions that return their status by the query. */
export type OperatorPaths = Readonly<Record<string, (query: URLSearchParams) => Promise<number>>>;

export interface MetricsServerOptions {
  readonly readiness: Readiness;
  readonly operatorPaths?: OperatorPaths | undefined;
}

/** Serves /metrics, /healthz, /readyz and the paths of the app for operators, on a port of its own. */
export function createMetricsServer(listen: string, options: MetricsServerOptions): StartableResource {
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response, options).catch((thrown: unknown) =>
      response.destroy(toError(thrown)),
    );
  });
  return {
    name: 'metrics-server',
    start: async () => listenOn(server, listen),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  url: string,
  response: ServerResponse,
  { readiness, operatorPaths = {} }: MetricsServerOptions,
): Promise<void> {
  switch (url) {
    case '/healthz':
      reply(response, 200, 'ok\n');
      break;
    case '/readyz': {
      const reason = await readiness();
      reply(response, reason === undefined ? 200 : 503, `${reason ?? 'ready'}\n`);
      break;
    }
    case '/metrics':
      response.setHeader('content-type', metrics.registry.contentType);
      reply(response, 200, await scrape());
      break;
    default: {
      const [path = '', query = ''] = url.split('?', 2);
      const statusOf = Object.hasOwn(operatorPaths, path) ? operatorPaths[path] : undefined;
      const status = (await statusOf?.(new URLSearchParams(query))) ?? 404;
      reply(response, status, `${STATUS_CODES[status] ?? ''}\n`);
    }
  }
}

function reply(response: ServerResponse, statusCode: number, text: string): void {
  response.statusCode = statusCode;
  response.end(text);
}

/** Listens on `host:port`. @throws Error naming the address when it is in use. */
export async function listenOn(server: Server, address: string): Promise<void> {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[|\]$/g, '');
  const port = Number(address.slice(at + 1));
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void =>
      reject(new Error(`Cannot listen on ${address}: ${cause.message}`, { cause }));
    server.once('error', refuse);
    server.listen({ host, port, backlog: WAITING_CONNECTIONS_MAX }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
