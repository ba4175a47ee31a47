import { endpointDisabled } from '@outreach/contracts-webhooks';
import { AppError, notFound } from '@outreach/errors';
import { NO_FIGURES, viewEndpoint, type Endpoint, type EndpointView } from './endpoint.ts';
import type { Deps } from './ports.ts';

/** @throws AppError not_found. */
export async function getEndpoint(
  deps: Pick<Deps, 'endpoints' | 'figures'>,
  id: string,
): Promise<EndpointView> {
  return view(deps, await load(deps, id));
}

/** All endpoints of the workspace, oldest first. */
export async function listEndpoints(deps: Pick<Deps, 'endpoints' | 'figures'>): Promise<EndpointView[]> {
  const endpoints = await deps.endpoints.list();
  const figures = await deps.figures.read(endpoints.map((endpoint) => endpoint.id));
  return endpoints.map((endpoint) => viewEndpoint(endpoint, figures.get(endpoint.id) ?? NO_FIGURES));
}

/** Ends every delivery; the log stays readable. @throws AppError not_found. */
export async function deleteEndpoint(deps: Deps, id: string): Promise<void> {
  const endpoint = await load(deps, id);
  const now = new Date(deps.clock.now());
  const sealedNothing = new Uint8Array();
  await save(deps, {
    ...endpoint,
    active: false,
    deleted_at: now,
    updated_at: now,
    sealed_secret: sealedNothing,
  });
  await deps.endpointCount.remove(id);
  deps.forgetEndpoint(id);
}

/** Switches an endpoint off that answered 410 and tells the workspace; again, or deleted meanwhile, changes nothing. */
export async function disableGoneEndpoint(deps: Deps, id: string): Promise<void> {
  const endpoint = await deps.endpoints.find(id);
  if (endpoint?.active !== true) return;
  const disabled = await save(deps, { ...endpoint, active: false, updated_at: new Date(deps.clock.now()) });
  const { created_at, updated_at, last_delivery_at, ...record } = await view(deps, disabled);
  deps.events.emit(endpointDisabled, {
    aggregate: { id, version: disabled.version },
    data: {
      ...record,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      last_delivery_at: last_delivery_at?.toISOString() ?? null,
      reason: 'gone',
    },
  });
  deps.forgetEndpoint(id);
}

async function load(deps: Pick<Deps, 'endpoints'>, id: string): Promise<Endpoint> {
  const endpoint = await deps.endpoints.find(id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

async function view(deps: Pick<Deps, 'figures'>, endpoint: Endpoint): Promise<EndpointView> {
  const figures = await deps.figures.read([endpoint.id]);
  return viewEndpoint(endpoint, figures.get(endpoint.id) ?? NO_FIGURES);
}

async function save(deps: Pick<Deps, 'endpoints'>, endpoint: Endpoint): Promise<Endpoint> {
  const saved = { ...endpoint, version: endpoint.version + 1 };
  if (await deps.endpoints.save(saved, endpoint.version)) return saved;
  throw new AppError('conflict', 'The endpoint was changed by another request; try again.');
}
