import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { rawReply, refusalOfParserCode, type RefusalName } from '@outreach/http-kit';
import { listenOn, type Resource } from '@outreach/service-kit';

/** Time for the head of a request to arrive. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Time for a whole request to arrive; rows end the wait for their own bodies earlier. */
const REQUEST_TIMEOUT_MS = 330_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;
/** Time for requests under way to end once we stop. */
const DRAIN_MS_MAX = 25_000;

export interface HttpServer extends Resource {
  readonly server: Server;
}

/** The public listener: slow, oversized and unreadable requests end here, in the one error shape. */
export function createHttpServer(listen: string, listener: RequestListener): HttpServer {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      requireHostHeader: false,
    },
    listener,
  );
  server.on('clientError', (err: NodeJS.ErrnoException, socket) =>
    refuse(socket, refusalOfParserCode(err.code)),
  );
  server.on('connect', (_req: IncomingMessage, socket) => refuse(socket, 'unreadable'));
  // Bodies are asked for only after the checks that come before them; an unknown expectation is ignored.
  server.on('checkContinue', (req, res) => {
    req.once('resume', () => {
      if (!res.headersSent) res.writeContinue();
    });
    listener(req, res);
  });
  server.on('checkExpectation', listener);
  return {
    name: 'http-server',
    server,
    start: async () => listenOn(server, listen),
    stop: async () => drain(server),
  };
}

function refuse(socket: Duplex, refusal: RefusalName): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(rawReply(refusal), () => socket.destroy());
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX);
  await closed;
  clearTimeout(patience);
}
