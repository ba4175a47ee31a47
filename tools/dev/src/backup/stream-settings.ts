import { topologyOf, trackingTopology, unsubscribeTopology, type Topology } from '@outreach/event-bus';
import { natsConfig } from '@outreach/service-kit/config';
import { z } from 'zod';
import type { Environment } from '../app-environment.ts';
import { backendNames } from '../names.ts';

const { NATS_URL: _url, ...streamConfig } = natsConfig;

/** The streams of all services, by the settings of the services in this environment. */
export function topologiesFrom(env: Environment): readonly Topology[] {
  const config = z.object(streamConfig).parse(env);
  const settings = {
    prefix: config.NATS_STREAM_PREFIX,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    maxBytes: config.NATS_STREAM_MAX_BYTES,
    replicas: config.NATS_STREAM_REPLICAS,
  };
  const services = backendNames.map((service) => topologyOf(settings, service));
  return [...services, trackingTopology(settings), unsubscribeTopology(settings)];
}
