import { endpointDisabled, endpointFailing } from '@outreach/contracts-webhooks';
import { ChangedMeanwhile, notFound } from '@outreach/errors';
import { newEvent, type DomainEvent } from '@outreach/event-schema';
import { NO_STATS, toEndpointView, type Endpoint, type EndpointView } from './endpoint.ts';
import type {
  EndpointDirectory,
  EndpointHealth,
  EndpointPorts,
  EndpointStatsStore,
  EndpointStore,
} from './ports.ts';

/** @throws AppError not_found. */
export async function getEndpoint(ports: EndpointPorts, id: string): Promise<EndpointView> {
  return withStats(ports.stats, await requireEndpoint(ports.endpoints, id));
}

/** All endpoints of the workspace, oldest first. */
export async function listEndpoints({ endpoints, stats }: EndpointPorts): Promise<EndpointView[]> {
  const all = await endpoints.list();
  const byId = await stats.read(all.map(({ id }) => id));
  return all.map((endpoint) => toEndpointView(endpoint, byId.get(endpoint.id) ?? NO_STATS));
}

/**
 * Deletes an endpoint and ends its deliveries. The delivery log stays readable.
 * @throws AppError not_found; conflict.
 */
export async function deleteEndpoint(ports: EndpointPorts, id: string): Promise<void> {
  const endpoint = await requireEndpoint(ports.endpoints, id);
  const now = new Date(ports.clock.now());
  await saveEndpoint(ports.endpoints, {
    ...endpoint,
    active: false,
    deleted_at: now,
    updated_at: now,
    sealed_secret: new Uint8Array(),
    secret_version: endpoint.version + 1,
  });
  await ports.endpointCount.remove(id);
}

/** An endpoint that answered 410, and its version at that time. */
export interface GoneEndpoint {
  readonly id: string;
  readonly version: number;
}

/**
 * Disables an endpoint that answered 410 and publishes `webhook.endpoint_disabled`. Does nothing if the endpoint is
 * inactive or deleted already, or was changed since the request: the answer may be that of a previous URL.
 */
export async function disableGoneEndpoint(
  ports: EndpointPorts,
  { id, version }: GoneEndpoint,
): Promise<void> {
  const endpoint = await ports.endpoints.find(id);
  if (endpoint?.active !== true || endpoint.version !== version) return;
  const updatedAt = new Date(ports.clock.now());
  const disabled = await saveEndpoint(ports.endpoints, { ...endpoint, active: false, updated_at: updatedAt });
  const view = await withStats(ports.stats, disabled);
  ports.events.emit(endpointDisabled, {
    aggregate: { id, version: disabled.version },
    data: { ...toRecord(view), reason: 'gone' },
  });
}

/**
 * Part of the transaction that stores the health `failed` of an endpoint of any workspace: publishes
 * `webhook.endpoint_failing`, unless the endpoint was paused or deleted meanwhile.
 */
export async function publishFailing(
  {
    directory,
    stats,
    publish,
    clock,
    newId,
  }: Pick<EndpointPorts, 'stats' | 'clock' | 'newId'> & {
    readonly directory: Pick<EndpointDirectory, 'findAnywhere'>;
    readonly publish: (event: DomainEvent) => void;
  },
  { endpointId: id, failing_since: since }: Pick<EndpointHealth, 'endpointId' | 'failing_since'>,
): Promise<void> {
  const endpoint = (await directory.findAnywhere([id])).get(id);
  if (endpoint?.active !== true) return;
  const failingSince = since === null ? endpoint.updated_at : new Date(since);
  const record = toRecord(await withStats(stats, endpoint));
  publish(
    newEvent(endpointFailing, {
      id: newId('evt'),
      workspaceId: endpoint.workspace_id,
      occurredAt: new Date(clock.now()),
      aggregate: { id, version: endpoint.version },
      data: { ...record, failing_since: failingSince.toISOString() },
    }),
  );
}

/** The record as events contain it. */
function toRecord({ created_at, updated_at, last_delivery_at, ...view }: EndpointView) {
  return {
    ...view,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    last_delivery_at: last_delivery_at?.toISOString() ?? null,
  };
}

/** @throws AppError not_found; a deleted endpoint is not found. */
export async function requireEndpoint(endpoints: Pick<EndpointStore, 'find'>, id: string): Promise<Endpoint> {
  const endpoint = await endpoints.find(id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** The public record of an endpoint. */
export async function withStats(
  stats: Pick<EndpointStatsStore, 'read'>,
  endpoint: Endpoint,
): Promise<EndpointView> {
  const byId = await stats.read([endpoint.id]);
  return toEndpointView(endpoint, byId.get(endpoint.id) ?? NO_STATS);
}

/** Stores the next version. @throws AppError conflict. */
export async function saveEndpoint(
  endpoints: Pick<EndpointStore, 'save'>,
  endpoint: Endpoint,
): Promise<Endpoint> {
  const saved = { ...endpoint, version: endpoint.version + 1 };
  if (await endpoints.save(saved, endpoint.version)) return saved;
  throw new ChangedMeanwhile('endpoint');
}
