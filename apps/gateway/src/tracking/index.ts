import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { connectNats, trackingTopology, unsubscribeTopology } from '@outreach/event-bus/nats';
import type { Clock, Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { answerCertificates } from './answer-certificates.ts';
import { answerLinks } from './answer-links.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { createHitPublisher } from './hit-publisher.client.ts';
import { createHitRecorder } from './limit-hits.ts';
import type { HitSink, UnsubscribeStream } from './ports.ts';
import { createTrackingHosts, type TrackingHosts, type TrackingHostsOptions } from './tracking-hosts.ts';
import { createUnsubscribeStream } from './unsubscribe-stream.client.ts';
import { createUnsubscriber, type UnsubscriberOptions } from './unsubscribe.client.ts';

export type { Hit, HitSink, UnsubscribeStream } from './ports.ts';

export interface Tracking {
  readonly handler: RequestHandler;
  readonly hosts: TrackingHosts;
  /** Answers proxies that request certificates on demand. */
  readonly certificates: (query: URLSearchParams) => Promise<number>;
  readonly resources: readonly Resource[];
}

export interface TrackingOptions {
  readonly backends: Pick<UnsubscriberOptions & TrackingHostsOptions, 'campaigns'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newRequestId: () => string;
  readonly limiter: Pick<RateLimiter, 'admit'>;
  /** Receives hits and unsubscribes instead of the broker. */
  readonly broker?: TrackingBroker | undefined;
}

/** Where hits are stored, and unsubscribes while the campaigns service cannot be reached. */
export interface TrackingBroker {
  readonly hits: HitSink;
  readonly unsubscribes: UnsubscribeStream;
}

/** The links in emails. */
export function createTracking(config: GatewayConfig, options: TrackingOptions): Tracking {
  const { TRACKING_KEY: key, TRACKING_KEY_PREVIOUS: previous } = config;
  const { newRequestId, logger, backends, limiter } = options;
  const tokens = createTrackingTokens(previous === undefined ? [key] : [key, previous]);
  const { broker, resources } =
    options.broker === undefined ? connect(config, options) : { broker: options.broker, resources: [] };
  const unsubscriber = createUnsubscriber({ ...backends, stream: broker.unsubscribes, logger });
  const hits = createHitRecorder(limiter, broker.hits);
  const hosts = createTrackingHosts({ ...backends, newRequestId, config });
  return {
    handler: answerLinks({ tokens, hits, unsubscriber, newRequestId }),
    hosts,
    certificates: answerCertificates(hosts),
    resources,
  };
}

function connect(config: GatewayConfig, { clock, logger }: TrackingOptions) {
  const link = connectNats({ url: config.NATS_URL, name: 'gateway-tracking', logger });
  const { NATS_SUBJECT_PREFIX: subjectPrefix, NATS_STREAM_REPLICAS: replicas } = config;
  const shared = { link, clock, logger };
  const settings = { subjectPrefix, replicas };
  const hits = createHitPublisher({ ...shared, topology: trackingTopology(settings) });
  const unsubscribes = createUnsubscribeStream({ ...shared, topology: unsubscribeTopology(settings) });
  return { broker: { hits, unsubscribes }, resources: [link, unsubscribes, hits] };
}
