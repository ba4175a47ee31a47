import { connectNats, createOutbox, createRelay } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { connectMongo, createLeases } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import type { Stack } from '@outreach/dev';

const DATABASE = 'outreach_told_campaigns';
const STREAM_BYTES_MAX = 1_073_741_824;

/** Tells what the campaigns service would tell, the way it would: from an outbox of its own, by a relay. */
export interface CampaignsTeller {
  tell(...events: readonly DomainEvent[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startCampaignsTeller({ mongodbUri, natsUrl }: Stack): Promise<CampaignsTeller> {
  const logger = createLogger({ name: 'teller', level: 'silent' });
  const mongo = connectMongo({ uri: mongodbUri, database: DATABASE, appName: 'teller', logger });
  const { connection } = mongo;
  const outbox = createOutbox({ connection });
  const link = connectNats({ url: natsUrl, name: 'teller', logger });
  const topology = { stream: 'DOMAIN_EVENTS', subjectPrefix: 'evt', maxBytes: STREAM_BYTES_MAX };
  const leases = createLeases({ connection, clock: systemClock, owner: newId('teller') });
  const relay = createRelay({ service: 'campaigns', connection, outbox, link, topology, leases, logger });
  const resources = [mongo, link, relay];
  for (const resource of resources) await resource.start();
  return {
    tell: async (...events) => {
      await connection.transaction(async (session) => outbox.append(events, session));
      outbox.kick();
    },
    stop: async () => {
      for (const resource of resources.toReversed()) await resource.stop();
    },
  };
}
