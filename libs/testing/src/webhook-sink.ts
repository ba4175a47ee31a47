import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { eventually } from './eventually.ts';

/** A received request. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAtMs: number;
}

export type SinkAnswer = (received: ReceivedWebhook, response: ServerResponse) => void;

/** A webhook receiver on a loopback port that records its requests. It replies with 200 by default. */
export interface WebhookSink {
  /** Address without a path, `http://127.0.0.1:1234`. */
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the reply to further requests. */
  answerWith(answer: SinkAnswer): void;
  /** Waits for at least `count` requests at a path and returns them. */
  waitFor(count: number, path?: string, timeoutMs?: number): Promise<readonly ReceivedWebhook[]>;
  clear(): void;
  close(): Promise<void>;
}

/** @param wantedPort a free port by default. */
export async function startWebhookSink(wantedPort = 0): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  let answer: SinkAnswer = answerStatus(200);
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const webhook = toWebhook(request, body);
        received.push(webhook);
        answer(webhook, response);
      },
      () => response.destroy(),
    );
  });
  const port = await listen(server, wantedPort);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    waitFor: async (count, path, timeoutMs = 10_000) =>
      eventually(
        () => {
          const matching = received.filter((webhook) => path === undefined || webhook.path === path);
          if (matching.length < count)
            throw new Error(`${matching.length} of ${count} webhooks have arrived.`);
          return matching;
        },
        { timeoutMs },
      ),
    clear: () => {
      received.length = 0;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Replies to every request with a status and, if given, headers and a body. */
export function answerStatus(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): SinkAnswer {
  return (_received, response) => {
    response.writeHead(status, headers).end(body);
  };
}

function toWebhook(request: IncomingMessage, body: string): ReceivedWebhook {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: request.url ?? '/', headers, body, receivedAtMs: Date.now() };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function listen(server: Server, wantedPort: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port.');
  return address.port;
}
