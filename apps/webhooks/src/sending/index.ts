import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent, createResolver } from '@outreach/outbound-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { Send } from './exchange.ts';
import { createSend } from './webhook.client.ts';

export { isSuccess } from './exchange.ts';
export { requestHeaders } from './request-headers.client.ts';
export type { ExchangeResult, OutgoingDelivery, Send } from './exchange.ts';
export { formatSecret, keyOf, previewOf, SECRET_BYTES, toSigningKey } from './signing.ts';
export type { SigningKey } from './signing.ts';
export { EXCHANGE_MS_MAX } from './webhook.client.ts';

export interface Sending extends Feature {
  readonly send: Send;
  /** Checks the host of a URL, as far as its text shows. */
  readonly hosts: { allowsHost(host: string): boolean };
}

/** Signed requests to the endpoints of customers, over one pool of connections. */
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
  return {
    name: 'sending',
    resources: [connections],
    send: createSend({ dispatcher: agent, clock: base.clock }),
    hosts,
  };
}
