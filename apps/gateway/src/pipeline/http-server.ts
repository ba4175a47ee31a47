import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { rawReply, refusalOfParserCode, type RefusalName } from '@outreach/http-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { listenOn } from '@outreach/service-kit/metrics';

/** Timeout for the head of a request. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Timeout for a whole request. Bodies have shorter timeouts of their own. */
const REQUEST_TIMEOUT_MS = 330_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;
/** Time for open requests to end during a shutdown. */
const DRAIN_MS_MAX = 25_000;
/** A connection whose request ends during a shutdown is closed within this time. */
const IDLE_CHECK_MS = 50;

export interface HttpServer extends Resource {
  readonly server: Server;
}

/** The public listener. It answers slow, oversized and malformed requests itself, in the common error shape. */
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
  server.on('connect', (_req: IncomingMessage, socket) => {
    // Node has removed its own listener: without one, a client that resets the connection ends the process.
    socket.on('error', () => socket.destroy());
    refuse(socket, 'unreadable');
  });
  // A client that sends Expect: 100-continue uploads its body only after the earlier checks. Other values are ignored.
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

/** `close` ends only the connections that are idle now; clients keep the others open after their request. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closing = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX);
  await closed;
  clearInterval(closing);
  clearTimeout(timeout);
}
