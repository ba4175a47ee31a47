import { randomBytes } from 'node:crypto';
import { connectNats, createOutbox, createRelay, topologyOf } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { connectMongo, createLeases } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import type { StackConnection } from '@outreach/dev';

/** The settings of the stack. */
const STREAMS = { prefix: 'DOMAIN_EVENTS', subjectPrefix: 'evt', maxBytes: 268_435_456, replicas: 1 };

/**
 * Publishes events of the campaigns service like the service itself: a relay reads an outbox in a database of its own.
 */
export interface CampaignsPublisher {
  publish(...events: readonly DomainEvent[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startCampaignsPublisher({
  mongodbUri,
  natsUrl,
}: StackConnection): Promise<CampaignsPublisher> {
  const database = `outreach_published_${randomBytes(4).toString('hex')}`;
  const logger = createLogger({ name: 'publisher', level: 'silent' });
  const mongo = connectMongo({ uri: mongodbUri, database, appName: 'publisher', logger });
  const { connection } = mongo;
  const outbox = createOutbox({ connection });
  const link = connectNats({ url: natsUrl, name: 'publisher', logger });
  const topology = topologyOf(STREAMS, 'campaigns');
  const leases = createLeases({ connection, clock: systemClock, owner: newId('publisher') });
  const relay = createRelay({ service: 'campaigns', connection, outbox, link, topology, leases, logger });
  const resources = [mongo, link, relay];
  for (const resource of resources) await resource.start();
  return {
    publish: async (...events) => {
      await connection.transaction(async (session) => outbox.append(events, session));
      outbox.wakeRelay();
    },
    stop: async () => {
      for (const resource of resources.toReversed()) await resource.stop();
    },
  };
}
