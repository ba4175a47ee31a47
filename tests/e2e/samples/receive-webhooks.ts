import type { IncomingMessage, RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** An event of the API: the body of a delivery, and a record of the feed. */
export interface OutreachEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

export interface ReceiverOptions {
  /** The signing secrets that are accepted: the new and the previous one during a rotation. */
  readonly secrets: () => readonly string[];
  /** Processes an event once. In a database: insert the id with a unique key, in the transaction of the effect. */
  readonly process: (event: OutreachEvent) => Promise<void>;
  readonly isProcessed: (id: string) => Promise<boolean>;
}

/** Answers 204 after the event is processed, 401 without a valid signature, and 500 when the delivery shall be retried. */
export function createReceiver(options: ReceiverOptions): RequestListener {
  return (request, response) => {
    receive(options, request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  };
}

async function receive(options: ReceiverOptions, request: IncomingMessage): Promise<number> {
  const body = await readBody(request);
  const event = verify(options.secrets(), body, request.headers);
  if (event === undefined) return 401;
  // Deliveries may arrive more than once: retries and replays have the same id.
  if (!(await options.isProcessed(event.id))) await options.process(event);
  return 204;
}

/** Verifies the body as it was received, before it is parsed. */
function verify(
  secrets: readonly string[],
  body: string,
  headers: IncomingMessage['headers'],
): OutreachEvent | undefined {
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) as OutreachEvent;
    } catch {
      // The delivery may be signed with the next secret.
    }
  }
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export interface FeedOptions extends Omit<ReceiverOptions, 'secrets'> {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookId: string;
}

interface FeedPage {
  readonly data: readonly (OutreachEvent & { readonly sequence: number })[];
  readonly meta: { readonly next_cursor: string | null };
}

/**
 * Heals a gap: processes the events of the endpoint after a sequence that were not processed, in their order.
 * @returns the last sequence; pass it to the next call.
 */
export async function healFrom(after: number, options: FeedOptions): Promise<number> {
  const query = new URLSearchParams({
    webhook_id: options.webhookId,
    after: String(after),
    page_size: '500',
  });
  let last = after;
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor !== '') query.set('cursor', cursor);
    const response = await fetch(`${options.baseUrl}/api/v1/events/?${query.toString()}`, {
      headers: { Authorization: `Bearer ${options.apiKey}` },
    });
    if (!response.ok) throw new Error(`The feed answered ${response.status}.`);
    const page = (await response.json()) as FeedPage;
    for (const event of page.data) {
      if (!(await options.isProcessed(event.id))) await options.process(event);
      last = event.sequence;
    }
    cursor = page.meta.next_cursor;
  }
  return last;
}
