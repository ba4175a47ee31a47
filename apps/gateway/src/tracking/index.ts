import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { connectNats, trackingTopology } from '@outreach/event-bus/nats';
import type { Clock, Logger, Resource } from '@outreach/service-kit';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { answerLinks } from './answer-links.ts';
import { createHitPublisher } from './hit-publisher.client.ts';
import type { HitSink } from './ports.ts';

export type { Hit, HitSink } from './ports.ts';

export interface Tracking {
  readonly handler: RequestHandler;
  readonly resources: readonly Resource[];
}

export interface TrackingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Receives the hits instead of the broker. */
  readonly hits?: HitSink | undefined;
}

/** The links in emails. */
export function createTracking(config: GatewayConfig, { clock, logger, hits }: TrackingOptions): Tracking {
  const { TRACKING_KEY: key, TRACKING_KEY_PREVIOUS: previous } = config;
  const tokens = createTrackingTokens(previous === undefined ? [key] : [key, previous]);
  if (hits !== undefined) return { handler: answerLinks({ tokens, hits }), resources: [] };
  const link = connectNats({ url: config.NATS_URL, name: 'gateway-tracking', logger });
  const { NATS_SUBJECT_PREFIX: subjectPrefix, NATS_STREAM_REPLICAS: replicas } = config;
  const topology = trackingTopology({ subjectPrefix, replicas });
  const publisher = createHitPublisher({ link, topology, clock, logger });
  return { handler: answerLinks({ tokens, hits: publisher }), resources: [link, publisher] };
}
