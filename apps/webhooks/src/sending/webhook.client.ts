import type { Clock } from '@outreach/service-kit';
import type { Post, Send } from './exchange.ts';
import { requestHeaders } from './request-headers.client.ts';

/** Signs each delivery at the time of its POST. */
export function createSend({ post, clock }: { readonly post: Post; readonly clock: Clock }): Send {
  return async (delivery) => {
    const atMs = clock.now();
    const { url, key, body } = delivery;
    return post({ url, headers: requestHeaders(delivery, { key, atMs }), body, atMs });
  };
}
