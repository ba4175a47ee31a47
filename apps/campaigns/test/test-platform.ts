import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  hasValidSignature,
  signMessage,
  toSignatureKey,
  type SignatureHeaders,
} from '@outreach/outbound-kit';
import { freePort } from '@outreach/testing';

/** What the platform answers for a recipient instead of an acceptance. */
export type PlatformReply =
  | { readonly status: 'refused'; readonly smtp_code?: number; readonly text?: string }
  | { readonly status: 'retry' | 'failed'; readonly text?: string }
  /** Takes the message, and then ends the connection without a response. */
  | { readonly status: 'drop_after' };

export interface PlatformMail {
  readonly id: string;
  readonly to: string;
  readonly from: { readonly name: string | null; readonly address: string };
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PlatformRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly platform: string;
    readonly callback_url: string;
    readonly messages: PlatformMail[];
  };
  readonly isSigned: boolean;
}

/** A sending platform that keeps the emails it takes, each id once, and reports their delivery. */
export interface TestPlatform {
  readonly url: string;
  readonly secret: string;
  readonly requests: readonly PlatformRequest[];
  readonly mails: readonly PlatformMail[];
  /** Replies by recipient; other messages are accepted. */
  readonly replies: Map<string, PlatformReply>;
  /** Answers all requests with a status instead of results. */
  answerWith: ((response: ServerResponse) => void) | undefined;
  /** False for a platform that reports no delivery. */
  confirms: boolean;
  /** Receives signed results, as the callback does. Returns their statuses. */
  callback: (body: string, headers: SignatureHeaders) => Promise<readonly string[]>;
  /** The platform has a message already, as after the crash of a worker. */
  know(id: string): void;
  /** Reports a result until it is recorded. */
  report(result: Readonly<Record<string, unknown>> & { readonly send_id: string }): Promise<string>;
  /** Ends the server; `start` starts it on the same port. */
  close(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 50;
const RETRIES_MAX = 200;

export async function startTestPlatform(): Promise<TestPlatform> {
  const port = await freePort();
  const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
  const key = toSignatureKey(secret);
  const requests: PlatformRequest[] = [];
  const mails: PlatformMail[] = [];
  const known = new Set<string>();
  const reports = new Set<Promise<unknown>>();
  let server: Server | undefined;
  let isStopped = false;

  const take = (mail: PlatformMail): void => {
    if (known.has(mail.id)) return;
    known.add(mail.id);
    mails.push(mail);
  };
  const confirm = (id: string): void => {
    if (!platform.confirms) return;
    const reported = platform.report({ id: `delivered-${id}`, send_id: id, type: 'delivered' });
    reports.add(reported.catch(() => undefined).finally(() => reports.delete(reported)));
  };
  const handle = (request: PlatformRequest, response: ServerResponse): void => {
    const { messages } = request.body;
    const reply = messages
      .map(({ to }) => platform.replies.get(to))
      .find((one) => one?.status === 'drop_after');
    const results = messages.map((mail) => {
      const own = platform.replies.get(mail.to);
      if (own !== undefined && own.status !== 'drop_after') return { id: mail.id, ...own };
      take(mail);
      confirm(mail.id);
      return { id: mail.id, status: 'accepted' };
    });
    if (reply === undefined) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ results }));
    } else response.destroy();
  };
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      void readAll(request).then((body) => {
        const headers = request.headers as unknown as SignatureHeaders;
        const isSigned = hasValidSignature(key, { headers, body, nowMs: Date.now() });
        const received = { headers: request.headers, body: JSON.parse(body.toString()), isSigned };
        requests.push(received);
        if (platform.answerWith !== undefined) platform.answerWith(response);
        else if (isSigned) handle(received, response);
        else response.writeHead(401).end();
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  };
  const close = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
    server = undefined;
  };
  const platform: TestPlatform = {
    url: `http://127.0.0.1:${port}/emails`,
    secret,
    requests,
    mails,
    replies: new Map(),
    answerWith: undefined,
    confirms: true,
    callback: async () => Promise.reject(new Error('The test has no callback.')),
    know: (id) => known.add(id),
    report: async (result) => {
      const body = JSON.stringify({ results: [{ id: randomUUID(), ...result }] });
      for (let attempt = 0; attempt < RETRIES_MAX && !isStopped; attempt += 1) {
        const headers = signMessage(key, { id: randomUUID(), body, atMs: Date.now() });
        const [status = ''] = await platform.callback(body, headers);
        if (status !== 'retry') return status;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      return 'retry';
    },
    close,
    start,
    stop: async () => {
      isStopped = true;
      await Promise.all(reports);
      if (server !== undefined) await close();
    },
  };
  await start();
  return platform;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
