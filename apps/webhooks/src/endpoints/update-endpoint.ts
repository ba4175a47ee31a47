import { formatSecret, previewOf, SECRET_BYTES } from '../sending/index.ts';
import type { EndpointView } from './endpoint.ts';
import { checkEndpoint, type EndpointInput } from './endpoint-rules.ts';
import { requireEndpoint, saveEndpoint, withStats } from './manage-endpoints.ts';
import type { EndpointPorts } from './ports.ts';

/** The fields that a PATCH contains; `custom_headers` and `event_subscriptions` replace the previous ones. */
export type EndpointChange = Partial<EndpointInput> & { readonly active?: boolean };

/**
 * Changes an endpoint. Activation makes it healthy and releases the deliveries that were held for it.
 * @throws AppError not_found; invalid_argument naming every wrong field.
 */
export async function updateEndpoint(
  ports: EndpointPorts,
  id: string,
  { active, ...fields }: EndpointChange,
): Promise<EndpointView> {
  const checked = checkEndpoint(fields, ports);
  const endpoint = await requireEndpoint(ports.endpoints, id);
  const changed = {
    ...endpoint,
    ...checked,
    active: active ?? endpoint.active,
    updated_at: new Date(ports.clock.now()),
  };
  const saved = await saveEndpoint(ports.endpoints, changed);
  if (saved.active && !endpoint.active) {
    await ports.stats.startActive(saved);
    await ports.heldReleases.request(saved);
  }
  return withStats(ports.stats, saved);
}

export interface RotatedSecret {
  readonly id: string;
  readonly signing_secret: string;
  readonly signing_secret_preview: string;
  readonly rotated_at: Date;
}

/** Replaces the signing secret. Deliveries that begin after the commit have the new signature. @throws AppError not_found. */
export async function rotateSecret(ports: EndpointPorts, id: string): Promise<RotatedSecret> {
  const endpoint = await requireEndpoint(ports.endpoints, id);
  const key = ports.randomBytes(SECRET_BYTES);
  const secret = formatSecret(key);
  const preview = previewOf(secret);
  const now = new Date(ports.clock.now());
  await saveEndpoint(ports.endpoints, {
    ...endpoint,
    sealed_secret: ports.secrets.seal(key),
    signing_secret_preview: preview,
    secret_version: endpoint.version + 1,
    updated_at: now,
  });
  return { id, signing_secret: secret, signing_secret_preview: preview, rotated_at: now };
}
