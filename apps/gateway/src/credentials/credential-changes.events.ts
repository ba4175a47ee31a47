import { authEvents } from '@outreach/contracts-auth';
import { credentialTypeOfEvent } from '@outreach/contracts-auth/credentials';
import { connectNats, consumeEphemeral } from '@outreach/event-bus/nats';
import { createCatalogue } from '@outreach/event-schema';
import type { Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { Invalidation } from './caller.ts';

export interface WatchOptions {
  readonly url: string;
  readonly subjectPrefix: string;
  readonly logger: Logger;
  readonly onInvalidated: (change: Invalidation) => void;
  /** Events may be lost: everything in the cache is invalid. */
  readonly onGap: () => void;
}

/** Reports changed credentials as auth publishes them. Without a broker, the list of changes reports them. */
export function watchCredentials(options: WatchOptions): Resource[] {
  const { url, subjectPrefix, logger, onInvalidated, onGap } = options;
  const link = connectNats({ url, name: 'gateway', logger });
  const subscription = consumeEphemeral({
    link,
    subject: `${subjectPrefix}.auth.>`,
    catalogue: createCatalogue(authEvents),
    logger,
    onGap,
    handle: ({ type, aggregate }) => {
      const changed = credentialTypeOfEvent.get(type);
      if (changed !== undefined) onInvalidated({ type: changed, id: aggregate.id });
    },
  });
  return [link, subscription];
}
