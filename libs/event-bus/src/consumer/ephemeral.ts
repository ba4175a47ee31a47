import { eventsIn, type Catalogue, type DomainEvent } from '@outreach/event-schema';
import type { Logger } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { keepSubscribed } from './keep-subscribed.ts';
import type { NatsLink } from '../nats-link.ts';

export interface EphemeralOptions {
  readonly link: NatsLink;
  /** Subject with wildcards, `evt.auth.>`. */
  readonly subject: string;
  readonly catalogue: Catalogue;
  readonly logger: Logger;
  readonly handle: (event: DomainEvent) => void;
  /** Called at every connection and reconnection. Events in between are not received, so caches must be cleared. */
  readonly onGap: () => void;
}

/** Each subscriber receives every event that is published while it is connected, and no earlier one. */
export function consumeEphemeral(options: EphemeralOptions): StartableResource {
  const { link, subject, onGap, logger } = options;
  let ending: readonly (() => void)[] = [];
  return {
    name: `subscription ${subject}`,
    start: async () => {
      const unsubscribe = keepSubscribed(link, subject, (err, message) => {
        if (err === null)
          for (const input of eventsIn(message.data)) handOver(options, message.subject, input);
        else logger.error({ subject, err }, 'a subscription failed');
      });
      ending = [unsubscribe, link.onConnect(onGap)];
      return Promise.resolve();
    },
    stop: async () => {
      for (const end of ending) end();
      return Promise.resolve();
    },
  };
}

function handOver({ catalogue, handle, logger }: EphemeralOptions, subject: string, input: unknown): void {
  const decoded = catalogue.decode(input);
  if (decoded.ok) handle(decoded.event);
  else logger.error({ subject, reason: decoded.reason }, 'an event could not be decoded');
}
