import type { Subject } from './one-effect.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const emailOf = (name: string): string => `${name}@example.com`;

const idsOfName = ({ data }: { data: readonly Named[] }, name: string): string[] =>
  data.filter((one) => one.name === name).map(({ id }) => id);

/** One command of each owning service. */
export const subjects = {
  contacts: {
    app: 'contacts',
    route: '/api/v1/contacts/',
    body: (name) => ({ email: emailOf(name) }),
    find: ({ data }: { data: readonly { id: string; email: string }[] }, name) =>
      data.filter(({ email }) => email === emailOf(name)).map(({ id }) => id),
    idOf: ({ id }: Named) => id,
  },
  apiKeys: {
    app: 'auth',
    route: '/api/v1/api-keys/',
    body: (name) => ({ name, scopes: ['contacts:read'] }),
    find: idsOfName,
    idOf: ({ id }: Named) => id,
  },
} satisfies Record<string, Subject>;

/** A command with an external effect: it stores the endpoint, then sends a test to `url`. */
export function webhookSubject(url: string): Subject {
  return {
    app: 'webhooks',
    route: '/api/v1/webhooks/',
    body: (name) => ({ name, url, event_subscriptions: ['contact.created'] }),
    find: idsOfName,
    idOf: ({ id }: Named) => id,
  };
}
