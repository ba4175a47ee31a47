import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import { endOfFeed, nextInFeed, noticeWithoutEndpoint, readFeed, type FeedEvent } from '../events/feed.ts';
import type { Session } from '../session.ts';

export interface ListenOptions {
  readonly forward: string;
  readonly types?: string;
  readonly secret?: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds. */
  readonly interval: number;
}

const SECRET_BYTES = 32;
const USER_AGENT = 'outreach-cli';

/** Posts each new event, signed as a delivery, to a local server: one at a time, in order, once. */
export async function listen(session: Session, options: ListenOptions): Promise<void> {
  const { out, environment, signal } = session;
  const secret = options.secret ?? environment.webhookSecret ?? createSecret();
  const forward = createForward(secret, options, signal);
  const client = await session.connect();
  const end = await endOfFeed(nextInFeed(client));
  await noticeWithoutEndpoint(session, client, end);
  if (out.isJson) await out.event({ forward: options.forward, secret }, '');
  await out.line(`Signing secret: ${secret}`);
  await out.line(`Forwarding events to ${options.forward}. Stop with Ctrl-C.`);
  const feed = {
    after: String(end),
    types: options.types,
    intervalMs: options.interval,
    isFollowed: true,
    signal,
  };
  for await (const event of readFeed(client, feed)) {
    const outcome = await forward(event);
    await out.event({ event_id: event.id, type: event.type, ...outcome }, textOf(event, outcome));
  }
}

interface Outcome {
  readonly status_code: number | null;
  readonly latency_ms: number;
  readonly error: string | null;
}

type Forward = (event: FeedEvent) => Promise<Outcome>;

const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

function createForward(secret: string, { forward, timeout }: ListenOptions, signal: AbortSignal): Forward {
  const signer = createSigner(secret);
  return async ({ sequence, ...event }) => {
    const body = JSON.stringify(event);
    const at = new Date();
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signer.sign(event.id, at, body),
      'webhook-attempt': '1',
      'webhook-sequence': String(sequence),
    };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const started = performance.now();
    const outcome = await post(forward, { body, headers, signal: limit });
    signal.throwIfAborted();
    return { ...outcome, latency_ms: Math.round(performance.now() - started) };
  };
}

function createSigner(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    throw new CommandFailure(EXIT_CODES.usage, 'The secret must be whsec_ and base64.');
  }
}

interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A redirect is an answer like any other: the event goes to the given address only. */
async function post(address: string, request: Post): Promise<Omit<Outcome, 'latency_ms'>> {
  try {
    const response = await fetch(address, { method: 'POST', redirect: 'manual', ...request });
    await response.body?.cancel();
    return { status_code: response.status, error: null };
  } catch (thrown) {
    return { status_code: null, error: causeOf(thrown) };
  }
}

/** `fetch` hides the cause of a failed connection. */
function causeOf(thrown: unknown): string {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError'
    ? 'timeout'
    : error.message || ('code' in error ? String(error.code) : error.name);
}

function textOf({ type, id }: FeedEvent, { status_code, latency_ms, error }: Outcome): string {
  return `${type}  ${id}  ${status_code ?? error ?? ''}  ${latency_ms} ms`;
}
