import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent, createResolver } from '@outreach/outbound-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { Post, Send } from './exchange.ts';
import { createPost } from './post.client.ts';
import type { HostGuard } from './url-rules.ts';
import { createSend } from './webhook.client.ts';

export { isSuccess } from './exchange.ts';
export type { ExchangeResult, OutgoingDelivery, Post, Send } from './exchange.ts';
export { formatSecret, keyOf, previewOf, SECRET_BYTES, toSigningKey } from './signing.ts';
export type { SigningKey } from './signing.ts';
export { EXCHANGE_MS_MAX } from './post.client.ts';
export { requestHeaders } from './webhook.client.ts';
export { urlProblem } from './url-rules.ts';
export type { HostGuard } from './url-rules.ts';

export interface Sending extends Feature {
  readonly post: Post;
  readonly send: Send;
  readonly hosts: HostGuard;
}

/** Requests to servers of customers, over one pool of connections. */
export function createSending(
  base: Pick<ServiceBase, 'clock'>,
  config: {
    readonly OUTBOUND_ALLOW_PRIVATE_CIDRS: readonly string[];
    readonly OUTBOUND_DNS_SERVERS: readonly string[];
  },
): Sending {
  const hosts = createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS);
  const agent = createGuardedAgent(hosts, createResolver({ servers: config.OUTBOUND_DNS_SERVERS }));
  const connections: Resource = {
    name: 'outgoing connections',
    stop: async () => agent.destroy(),
  };
  const { clock } = base;
  const post = createPost({ dispatcher: agent, clock });
  return {
    name: 'sending',
    resources: [connections],
    post,
    send: createSend({ post, clock }),
    hosts,
  };
}
