import { messageHeaders, signMessage } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import type { DeliveryContent, Post, Send } from './exchange.ts';
import type { SigningKey } from './signing.ts';

const USER_AGENT = 'outreach-webhooks/1.0';

/** Signs each delivery at the time of its POST. */
export function createSend({ post, clock }: { readonly post: Post; readonly clock: Clock }): Send {
  return async (delivery) => {
    const atMs = clock.now();
    const { url, key, body } = delivery;
    return post({ url, headers: requestHeaders(delivery, { key, atMs }), body, atMs });
  };
}

/** The headers of a delivery that is sent at `atMs`, without those of the connection; without a key they have no signature. */
export function requestHeaders(
  { eventId: id, body, customHeaders, attempt, sequence, isReplay }: DeliveryContent,
  { key, atMs }: { readonly key: SigningKey | undefined; readonly atMs: number },
): Record<string, string> {
  return {
    ...customHeaders,
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...(key === undefined ? messageHeaders({ id, atMs }) : signMessage(key, { id, body, atMs })),
    'webhook-attempt': String(attempt),
    ...(sequence === null ? {} : { 'webhook-sequence': String(sequence) }),
    ...(isReplay ? { 'x-service-replay': 'true' } : {}),
  };
}
