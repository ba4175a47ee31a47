import { apiKeyChanged, authEvents, userChanged, workspaceChanged } from '@outreach/contracts-auth';
import { connectNats, consumeEphemeral } from '@outreach/event-bus';
import { createCatalogue } from '@outreach/event-schema';
import type { Logger, Resource } from '@outreach/service-kit';
import type { Invalidation } from './domain/credentials/caller.ts';

/** Event type → whose cached standing it voids. */
const CHANGES: ReadonlyMap<string, Invalidation['type']> = new Map([
  [userChanged.type, 'user'],
  [apiKeyChanged.type, 'api_key'],
  [workspaceChanged.type, 'workspace'],
]);

export interface CredentialEventsOptions {
  readonly url: string;
  readonly subjectPrefix: string;
  readonly logger: Logger;
  readonly onInvalidated: (change: Invalidation) => void;
  /** Events may have been missed: all that is cached is void. */
  readonly onGap: () => void;
}

/** Tells of changed credentials as they happen; without a broker the cache's short life alone bounds them. */
export function credentialEvents(options: CredentialEventsOptions): Resource[] {
  const { url, subjectPrefix, logger, onInvalidated, onGap } = options;
  const link = connectNats({ url, name: 'gateway', logger });
  const subscription = consumeEphemeral({
    link,
    subject: `${subjectPrefix}.auth.>`,
    catalogue: createCatalogue(authEvents),
    logger,
    onGap,
    handle: ({ type, aggregate }) => {
      const changed = CHANGES.get(type);
      if (changed !== undefined) onInvalidated({ type: changed, id: aggregate.id });
    },
  });
  return [link, subscription];
}
