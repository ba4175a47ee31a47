import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A request that the test API received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (res: ServerResponse, request: Received) => void;

export interface TestApi extends AsyncDisposable {
  readonly baseUrl: string;
  readonly received: Received[];
}

/** Answers the first requests with these functions, and all later ones with the last of them. */
export async function startTestApi(...answers: readonly [Answer, ...Answer[]]): Promise<TestApi> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    void readText(req).then((body) => {
      const request = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
      received.push(request);
      (answers[received.length - 1] ?? answers.at(-1) ?? answers[0])(res, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Closes the connection without a response. */
export const reset: Answer = (res) => void res.socket?.destroy();

/** Sends the first bytes of a response, then closes the connection. */
export const resetInBody: Answer = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":', () => {
    res.socket?.destroy();
  });
};

/** Never answers. */
export const silence: Answer = () => undefined;

export function refusal(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(status, { error: { code, message: `${code}.` } }, headers);
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
