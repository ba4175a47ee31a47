import { healthStates, type HealthStatus } from '@outreach/contracts-webhooks';
import type { HealthState } from './health.ts';

/** An endpoint as it is stored. */
export interface Endpoint {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly url: string;
  readonly active: boolean;
  readonly event_subscriptions: readonly string[];
  readonly custom_headers: Readonly<Record<string, string>>;
  /** The signing secret, sealed with the service's key; empty once the endpoint is deleted. */
  readonly sealed_secret: Uint8Array;
  readonly signing_secret_preview: string;
  /** The version that replaced the secret last; 1 for the first secret. */
  readonly secret_version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Deleted endpoints are stored as long as their delivery log. */
  readonly deleted_at: Date | null;
  readonly version: number;
}

/** The fields of an endpoint on which its requests depend, besides the secret. */
export type EndpointSettings = Pick<Endpoint, 'name' | 'url' | 'custom_headers'>;

/** Counts and health of an endpoint, from its deliveries. */
export interface EndpointStats {
  readonly health: HealthState['status'];
  readonly last_delivery_at: Date | null;
  /** Attempts of the last 24 hours. */
  readonly attempts_24h: number;
  readonly failed_attempts_24h: number;
  readonly total_deliveries_30d: number;
  readonly failed_deliveries_30d: number;
}

/** The stats of an endpoint without a delivery. */
export const NO_STATS: EndpointStats = {
  health: 'healthy',
  last_delivery_at: null,
  attempts_24h: 0,
  failed_attempts_24h: 0,
  total_deliveries_30d: 0,
  failed_deliveries_30d: 0,
};

/** The public record of an endpoint. */
export interface EndpointView extends Omit<
  Endpoint,
  'sealed_secret' | 'secret_version' | 'deleted_at' | 'version' | 'event_subscriptions' | 'custom_headers'
> {
  readonly event_subscriptions: string[];
  readonly custom_headers: Record<string, string>;
  readonly health_status: HealthStatus;
  readonly last_delivery_at: Date | null;
  readonly delivery_success_rate_24h: number | null;
  readonly total_deliveries_30d: number;
  readonly failed_deliveries_30d: number;
}

export function toEndpointView(endpoint: Endpoint, stats: EndpointStats): EndpointView {
  const { sealed_secret, secret_version, deleted_at, version, ...shown } = endpoint;
  const { attempts_24h: attempts, failed_attempts_24h: failed } = stats;
  return {
    ...shown,
    event_subscriptions: [...endpoint.event_subscriptions],
    custom_headers: { ...endpoint.custom_headers },
    health_status: endpoint.active ? stats.health : (healthStates.next(stats.health, 'pause') ?? 'paused'),
    last_delivery_at: stats.last_delivery_at,
    delivery_success_rate_24h: attempts === 0 ? null : (attempts - failed) / attempts,
    total_deliveries_30d: stats.total_deliveries_30d,
    failed_deliveries_30d: stats.failed_deliveries_30d,
  };
}
