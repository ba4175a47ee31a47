import { Webhook } from 'standardwebhooks';
import { isRecord } from './errors.ts';
import type { webhooks } from './gen/openapi.ts';

type EventOf<Delivery> = Delivery extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** Every event type of the catalogue. */
export type EventType = keyof webhooks;

/** An event that a webhook endpoint receives. Narrow it by `type`. */
export type OutreachEvent<Type extends EventType = EventType> = {
  [T in Type]: EventOf<webhooks[T]>;
}[Type];

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery that is not signed with the secret, is too old, or is not an event. Answer it with 400. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/**
 * Verifies the signature and the age of a delivery (Standard Webhooks), and returns its event. A newer server can send a
 * type that these types lack, and a test of an endpoint sends `webhook.test`: ignore types that you do not handle.
 * @param body the body as received, before it is parsed.
 * @param headers of the request.
 * @param secret `whsec_…`, the signing secret of the endpoint.
 */
export function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): OutreachEvent {
  const event = verified(body, headers, secret);
  if (!isEvent(event)) throw new WebhookSignatureError('The body is not an event.');
  return event;
}

function verified(body: string, headers: WebhookHeaders, secret: string): unknown {
  const webhook = new Webhook(secret);
  try {
    return webhook.verify(body, toRecord(headers));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'The signature is wrong.';
    throw new WebhookSignatureError(message, { cause });
  }
}

function toRecord(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function isEvent(value: unknown): value is OutreachEvent {
  return isRecord(value) && typeof value['type'] === 'string' && isRecord(value['data']);
}
