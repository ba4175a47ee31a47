import { serviceConfig } from '@outreach/app-kit';
import { outboundConfig, resolverConfig } from '@outreach/outbound-kit';
import { defineConfig, type ConfigDefinition, type ConfigOf } from '@outreach/service-kit/config';
import { requireBothOrNeither, systemMailConfig } from '@outreach/system-mail';
import { z } from 'zod';
import { EXCHANGE_MS_MAX } from './sending/index.ts';

const LEASE_MARGIN_MS = 5_000;
const LEASE_MS_MIN = EXCHANGE_MS_MAX + LEASE_MARGIN_MS;

const definition = defineConfig({
  ...serviceConfig,
  ...outboundConfig,
  ...resolverConfig,
  ...systemMailConfig,
  DELIVERY_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(4_096)
    .default(512)
    .describe('Concurrent exchanges in one process.'),
  ENDPOINT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(8)
    .describe('Concurrent exchanges with one endpoint, per process.'),
  REPLAY_RATE_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Deliveries per second that a replay creates for its endpoint.'),
  DELIVERY_LEASE_MS: z.coerce
    .number()
    .int()
    .min(
      LEASE_MS_MIN,
      `must exceed the ${EXCHANGE_MS_MAX} ms of an exchange by at least ${LEASE_MARGIN_MS} ms`,
    )
    .max(600_000)
    .default(45_000)
    .describe('Time in ms for which a worker leases a delivery; longer than an exchange may take.'),
});

export type WebhooksConfig = ConfigOf<typeof definition>;

/** Every environment variable of the webhooks service. */
export const webhooksConfig: ConfigDefinition<WebhooksConfig> = {
  fields: definition.fields,
  load: (env) => {
    const config = definition.load(env);
    requireBothOrNeither(config);
    return config;
  },
};
