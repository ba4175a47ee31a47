import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort, loopback } from '../free-port.ts';

/** What the platform answers for a recipient instead of an acceptance. */
export type PlatformReply =
  | { readonly status: 'refused'; readonly smtp_code?: number; readonly text?: string }
  | { readonly status: 'retry' | 'failed'; readonly text?: string }
  /** Takes the message, and then ends the connection without a response. */
  | { readonly status: 'drop_after' };

export interface PlatformMail {
  readonly id: string;
  readonly to: string;
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
    readonly messages: readonly PlatformMail[];
  };
  readonly isSigned: boolean;
}

/** The headers of Standard Webhooks. */
export interface PlatformSignature {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Receives signed results. Returns their statuses. */
export type PlatformCallback = (body: string, signature: PlatformSignature) => Promise<readonly string[]>;

/** A sending platform that keeps the emails it takes, each id once, and reports their delivery. */
export interface SendingPlatform {
  readonly url: string;
  readonly secret: string;
  readonly requests: readonly PlatformRequest[];
  readonly mails: readonly PlatformMail[];
  /** Messages that were submitted again after they were taken. */
  readonly repeatedCount: number;
  /** Replies by recipient; other messages are accepted. */
  readonly replies: Map<string, PlatformReply>;
  /** Answers all requests instead of results. */
  answerWith: ((response: ServerResponse) => void) | undefined;
  /** False for a platform that reports no delivery. */
  confirms: boolean;
  /** By default a POST to the address that the request names. */
  callback: PlatformCallback | undefined;
  /** The platform has a message already, as after the crash of a worker. */
  know(id: string): void;
  /** Reports a result. Returns its status; empty if the request has failed. */
  report(result: Readonly<Record<string, unknown>> & { readonly send_id: string }): Promise<string>;
  /** Ends the server; `start` starts it on the same port. */
  close(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SendingPlatformOptions {
  /** The pause before each response. */
  readonly replyDelayMs?: () => number;
}

const SECRET_BYTES = 32;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 1_000;
const RESULTS_MAX = 500;
const CALLBACK_MS_MAX = 30_000;

/** Starts an HTTP server that follows docs/platforms.md, with an implementation of the signatures of its own. */
export async function startSendingPlatform({
  replyDelayMs = () => 0,
}: SendingPlatformOptions = {}): Promise<SendingPlatform> {
  const port = await freePort();
  const key = randomBytes(SECRET_BYTES);
  const state: State = { key, requests: [], mails: [], known: new Set(), repeatedCount: 0, callbackUrl: '' };
  const waiting: Delivered[] = [];
  let reporting: Promise<void> | undefined;
  let server: Server | undefined;
  let isStopped = false;
  const isEnded = (): boolean => isStopped;
  const confirm = (id: string): void => {
    if (!platform.confirms) return;
    waiting.push({ id: `delivered-${id}`, send_id: id, type: 'delivered' });
    reporting ??= reportAll(post, waiting, isEnded).finally(() => (reporting = undefined));
  };
  const post: Post = async (results) => {
    const body = JSON.stringify({ results });
    const send = platform.callback ?? (async (...call) => postTo(state.callbackUrl, ...call));
    return send(body, sign(key, body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(state, request);
    await new Promise((resolve) => setTimeout(resolve, replyDelayMs()));
    if (platform.answerWith !== undefined) platform.answerWith(response);
    else if (received.isSigned) answer(state, { platform, received, response, confirm });
    else response.writeHead(401).end();
  };
  const close = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
    server = undefined;
  };
  const start = async (): Promise<void> => {
    const started = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(port, loopback, resolve));
  };
  const platform: SendingPlatform = {
    url: `http://127.0.0.1:${port}/emails`,
    secret: `whsec_${key.toString('base64')}`,
    requests: state.requests,
    mails: state.mails,
    get repeatedCount() {
      return state.repeatedCount;
    },
    replies: new Map(),
    answerWith: undefined,
    confirms: true,
    callback: undefined,
    know: (id) => state.known.add(id),
    report: async (result) => {
      const [status = ''] = await post([{ id: randomUUID(), ...result }]);
      return status;
    },
    close,
    start,
    stop: async () => {
      isStopped = true;
      await reporting;
      await close();
    },
  };
  await start();
  return platform;
}

interface State {
  readonly key: Buffer;
  readonly requests: PlatformRequest[];
  readonly mails: PlatformMail[];
  /** Ids of messages that are not sent again. */
  readonly known: Set<string>;
  repeatedCount: number;
  callbackUrl: string;
}

async function receive(state: State, request: IncomingMessage): Promise<PlatformRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { headers } = request;
  const expected = sign(state.key, text, {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
  });
  const isSigned = headers['webhook-signature'] === expected['webhook-signature'];
  const received: PlatformRequest = { headers, body: JSON.parse(text), isSigned };
  state.requests.push(received);
  state.callbackUrl = received.body.callback_url;
  return received;
}

interface Answer {
  readonly platform: SendingPlatform;
  readonly received: PlatformRequest;
  readonly response: ServerResponse;
  readonly confirm: (id: string) => void;
}

function answer(state: State, { platform, received, response, confirm }: Answer): void {
  const { messages } = received.body;
  const isDropped = messages.some(({ to }) => platform.replies.get(to)?.status === 'drop_after');
  const results = messages.map((mail) => {
    const own = platform.replies.get(mail.to);
    if (own !== undefined && own.status !== 'drop_after') return { id: mail.id, ...own };
    if (state.known.has(mail.id)) state.repeatedCount += 1;
    else state.mails.push(mail);
    state.known.add(mail.id);
    confirm(mail.id);
    return { id: mail.id, status: 'accepted' };
  });
  if (isDropped) response.destroy();
  else response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
}

interface Delivered {
  readonly id: string;
  readonly send_id: string;
  readonly type: 'delivered';
}

/** Reports results. Returns their statuses; none if the request has failed. */
type Post = (results: readonly object[]) => Promise<readonly string[]>;

/** Reports deliveries in batches until they are recorded. */
async function reportAll(post: Post, waiting: Delivered[], isEnded: () => boolean): Promise<void> {
  let pauseMs = RETRY_MS_MIN;
  while (waiting.length > 0 && !isEnded()) {
    const batch = waiting.splice(0, RESULTS_MAX);
    const statuses = await post(batch);
    const again = batch.filter((_, index) => (statuses[index] ?? 'retry') === 'retry');
    waiting.push(...again);
    pauseMs = again.length === 0 ? RETRY_MS_MIN : Math.min(RETRY_MS_MAX, pauseMs * 2);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A request that fails has no statuses. */
async function postTo(url: string, body: string, signature: PlatformSignature): Promise<readonly string[]> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      signal: AbortSignal.timeout(CALLBACK_MS_MAX),
    });
    if (!response.ok) return [];
    const { results } = (await response.json()) as { readonly results: readonly { status: string }[] };
    return results.map(({ status }) => status);
  } catch {
    return [];
  }
}

const SECOND_MS = 1_000;

function sign(
  key: Buffer,
  body: string,
  { id, timestamp }: { readonly id: string; readonly timestamp: string } = {
    id: randomUUID(),
    timestamp: String(Math.floor(Date.now() / SECOND_MS)),
  },
): PlatformSignature {
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}
