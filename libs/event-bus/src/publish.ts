import { headers, NatsError, type JetStreamClient, type MsgHdrs } from 'nats';
import { toBytes, type Pack } from './packs.ts';

const ACK_TIMEOUT_MS = 2_000;
const CLIENT_REFUSALS = new Set(['MAX_PAYLOAD_EXCEEDED', 'BAD_SUBJECT', 'BAD_PAYLOAD', 'BAD_HEADER']);
/** JetStream returns 4xx for messages that can never be stored, for example too large ones, and 5xx for passing errors. */
const SERVER_FAULT = 500;

export type Published =
  | { readonly outcome: 'stored' }
  /** Publishing it again fails again. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The broker is unreachable, full or slow. */
  | { readonly outcome: 'later'; readonly reason: string };

/** Publishes a pack. The broker drops a second message with the same id within the duplicate window. */
export async function publishPack(
  client: JetStreamClient,
  subject: string,
  { id, ...packed }: Pack & { readonly id: string },
): Promise<Published> {
  return publishBytes(client, { subject, bytes: toBytes(packed), messageId: id, headers: toHeaders(packed) });
}

export interface Message {
  readonly subject: string;
  readonly bytes: string | Uint8Array;
  /** The broker drops a second message with this id within the duplicate window. */
  readonly messageId: string;
  readonly headers?: MsgHdrs;
  /** Time in ms for the acknowledgement, 2,000 without it. */
  readonly ackMsMax?: number;
}

/** Publishes any bytes. */
export async function publishBytes(client: JetStreamClient, message: Message): Promise<Published> {
  const { subject, bytes, messageId, headers: all = headers(), ackMsMax = ACK_TIMEOUT_MS } = message;
  try {
    await client.publish(subject, bytes, { msgID: messageId, headers: all, timeout: ackMsMax });
    return { outcome: 'stored' };
  } catch (err) {
    const reason = err instanceof Error ? err.message : String(err);
    return { outcome: isRefusal(err) ? 'refused' : 'later', reason };
  }
}

function toHeaders({ traceparent, request_id }: Pack): MsgHdrs {
  const all = headers();
  if (traceparent !== '') all.set('traceparent', traceparent);
  if (request_id !== '') all.set('x-request-id', request_id);
  return all;
}

function isRefusal(err: unknown): boolean {
  if (!(err instanceof NatsError)) return err instanceof TypeError;
  if (CLIENT_REFUSALS.has(err.code)) return true;
  const code = err.api_error?.code;
  return code !== undefined && code < SERVER_FAULT;
}
