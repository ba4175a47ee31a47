import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** A fault of one request. */
export type Fault =
  /** The connection is closed before the request reaches the server. */
  | 'reset'
  /** The server executes the request, and the connection is closed before its response. */
  | 'lose-response'
  /** The connection is closed in the middle of the response. */
  | 'cut-body'
  | { readonly delayMs: number }
  /** The proxy answers, and the server does not receive the request. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Method and path of each request, in their order. */
  readonly requests: string[];
  /** Faults of the next requests, one each. */
  readonly faults: Fault[];
  /** Files that the proxy itself serves, by path. */
  readonly files: Map<string, { readonly type: string; readonly text: string }>;
}

/** A proxy in front of a server that makes faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = [];
  const faults: Fault[] = [];
  const files: FaultProxy['files'] = new Map();
  const server = createServer((req, res) => {
    const file = files.get(req.url ?? '');
    if (file !== undefined) {
      res.writeHead(200, { 'content-type': file.type }).end(file.text);
      return;
    }
    requests.push(`${req.method ?? ''} ${req.url ?? ''}`);
    answer({ req, res, target, fault: faults.shift() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    faults,
    files,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly target: string;
  readonly fault: Fault | undefined;
}

function answer(exchange: Exchange): void {
  const { req, res, fault } = exchange;
  if (fault === 'reset') req.socket.destroy();
  else if (typeof fault === 'object' && 'status' in fault) {
    req.resume();
    res.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    res.end(JSON.stringify({ error: { code: 'internal_error', message: 'The proxy answered.' } }));
  } else if (typeof fault === 'object') setTimeout(() => forward(exchange), fault.delayMs);
  else forward(exchange);
}

function forward({ req, res, target, fault }: Exchange): void {
  const { hostname, port } = new URL(target);
  const { host: _host, ...headers } = req.headers;
  const sent = request({ hostname, port, path: req.url, method: req.method, headers }, (received) => {
    void respond({ received, res, fault });
  });
  sent.on('error', () => res.destroy());
  req.pipe(sent);
}

async function respond({
  received,
  res,
  fault,
}: {
  received: IncomingMessage;
  res: ServerResponse;
  fault: Fault | undefined;
}) {
  const chunks: Buffer[] = [];
  for await (const chunk of received) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  if (fault === 'lose-response') {
    res.destroy();
    return;
  }
  res.writeHead(received.statusCode ?? 502, received.headers);
  if (fault === 'cut-body') res.write(body.subarray(0, body.length / 2), () => res.destroy());
  else res.end(body);
}
