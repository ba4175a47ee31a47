import type { Msg, NatsConnection, NatsError, Subscription } from 'nats';
import type { NatsLink } from '../nats-link.ts';

/** Subscribes at every new connection. @returns the function that ends the subscription. */
export function keepSubscribed(
  link: NatsLink,
  subject: string,
  callback: (err: NatsError | null, message: Msg) => void,
): () => void {
  let subscribedTo: NatsConnection | undefined;
  let subscription: Subscription | undefined;
  const forget = link.onConnect((connection) => {
    // The client restores the subscriptions of a connection; only a new connection needs a new one.
    if (connection === subscribedTo) return;
    subscribedTo = connection;
    subscription = connection.subscribe(subject, { callback });
  });
  return () => {
    forget();
    subscription?.unsubscribe();
  };
}
