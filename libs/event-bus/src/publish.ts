import { headers, NatsError, type JetStreamClient, type MsgHdrs } from 'nats';
import type { DomainEvent } from '@outreach/event-schema';

const ACK_TIMEOUT_MS = 2_000;
const CLIENT_REFUSALS = new Set(['MAX_PAYLOAD_EXCEEDED', 'BAD_SUBJECT', 'BAD_PAYLOAD', 'BAD_HEADER']);
/** JetStream answers 4xx to what will never be right (too large for the stream), 5xx to what may be later. */
const SERVER_FAULT = 500;

export type Published =
  | { readonly outcome: 'stored' }
  /** Publishing it again will fail again. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The broker is gone, full or slow. */
  | { readonly outcome: 'later'; readonly reason: string };

/** Publishes one event; its id lets the broker drop a second copy within the duplicate window. */
export async function publish(
  client: JetStreamClient,
  subject: string,
  event: DomainEvent,
): Promise<Published> {
  const bytes = JSON.stringify(event);
  return publishBytes(client, { subject, bytes, messageId: event.id, headers: toHeaders(event) });
}

export interface Message {
  readonly subject: string;
  readonly bytes: string | Uint8Array;
  /** A second copy under the same id is dropped within the duplicate window. */
  readonly messageId: string;
  readonly headers?: MsgHdrs;
}

/** Publishes what need not be an event of ours. */
export async function publishBytes(client: JetStreamClient, message: Message): Promise<Published> {
  const { subject, bytes, messageId, headers: all = headers() } = message;
  try {
    await client.publish(subject, bytes, { msgID: messageId, headers: all, timeout: ACK_TIMEOUT_MS });
    return { outcome: 'stored' };
  } catch (err) {
    const reason = err instanceof Error ? err.message : String(err);
    return { outcome: isRefusal(err) ? 'refused' : 'later', reason };
  }
}

function toHeaders(event: DomainEvent): ReturnType<typeof headers> {
  const all = headers();
  if (event.traceparent !== '') all.set('traceparent', event.traceparent);
  if (event.request_id !== '') all.set('x-request-id', event.request_id);
  return all;
}

function isRefusal(err: unknown): boolean {
  if (!(err instanceof NatsError)) return err instanceof TypeError;
  if (CLIENT_REFUSALS.has(err.code)) return true;
  const code = err.api_error?.code;
  return code !== undefined && code < SERVER_FAULT;
}
