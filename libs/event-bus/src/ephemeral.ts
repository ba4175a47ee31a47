import { eventsIn, type Catalogue, type DomainEvent } from '@outreach/event-schema';
import type { Logger, StartableResource } from '@outreach/service-kit';
import type { NatsConnection, Subscription } from 'nats';
import type { NatsLink } from './nats-link.ts';

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
  let forget: () => void = () => undefined;
  let subscription: Subscription | undefined;
  let subscribedTo: NatsConnection | undefined;
  return {
    name: `subscription ${options.subject}`,
    start: async () => {
      forget = options.link.onConnect((connection) => {
        // The client restores the subscriptions of a connection; a new connection needs a new subscription.
        if (connection !== subscribedTo) subscription = subscribe(connection, options);
        subscribedTo = connection;
        options.onGap();
      });
      return Promise.resolve();
    },
    stop: async () => {
      forget();
      subscription?.unsubscribe();
      return Promise.resolve();
    },
  };
}

function subscribe(connection: NatsConnection, options: EphemeralOptions): Subscription {
  return connection.subscribe(options.subject, {
    callback: (err, message) => {
      if (err !== null) {
        options.logger.error({ subject: options.subject, err }, 'a subscription failed');
        return;
      }
      for (const input of eventsIn(message.data)) handOver(options, message.subject, input);
    },
  });
}

function handOver({ catalogue, handle, logger }: EphemeralOptions, subject: string, input: unknown): void {
  const decoded = catalogue.decode(input);
  if (decoded.ok) handle(decoded.event);
  else logger.error({ subject, reason: decoded.reason }, 'an event could not be decoded');
}
