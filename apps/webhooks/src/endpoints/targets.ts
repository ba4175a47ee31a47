import { LRUCache } from 'lru-cache';
import { toSigningKey } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointDirectory, SecretBox, Target, Targets, TargetState } from './ports.ts';

/** Time in ms between the starts of two reads. Calls within it share the next read. */
const READ_EVERY_MS = 5;
const OPENED_MAX = 10_000;

export interface TargetsOptions {
  readonly directory: Pick<EndpointDirectory, 'findAnywhere'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Time that never goes back. */
  readonly monotonicMs: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** A read that has not started. */
interface NextRead {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Endpoint>>;
}

/**
 * Reads endpoints for concurrent calls together. A read starts after the calls that share it, so a change of a URL, a
 * secret or `active` applies to every delivery that begins after its commit, in every process.
 */
export function createTargets({ directory, secrets, monotonicMs, wait }: TargetsOptions): Targets {
  const opened = createOpenedTargets(secrets);
  let next: NextRead | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  let startedAtMs = -READ_EVERY_MS;
  const planRead = (): NextRead => {
    const ids = new Set<string>();
    const read = async (): Promise<ReadonlyMap<string, Endpoint>> => {
      await previous;
      const waitMs = startedAtMs + READ_EVERY_MS - monotonicMs();
      if (waitMs > 0) await wait(waitMs);
      startedAtMs = monotonicMs();
      next = undefined;
      const found = directory.findAnywhere([...ids]);
      previous = found.catch(() => undefined);
      return found;
    };
    return { ids, found: read() };
  };
  return {
    get: async (endpointId) => {
      next ??= planRead();
      next.ids.add(endpointId);
      const endpoint = (await next.found).get(endpointId);
      if (endpoint?.deleted_at !== null) return 'deleted';
      return endpoint.active ? opened(endpoint) : 'paused';
    },
  };
}

/** Opens the secret of an endpoint once per version. */
function createOpenedTargets(secrets: Pick<SecretBox, 'open'>): (endpoint: Endpoint) => TargetState {
  const known = new LRUCache<string, { readonly version: number; readonly target: Target }>({
    max: OPENED_MAX,
  });
  return ({ id, version, url, custom_headers: customHeaders, sealed_secret: sealed }) => {
    const entry = known.get(id);
    if (entry?.version === version) return entry.target;
    const target = { version, url, customHeaders, key: toSigningKey(secrets.open(sealed)) };
    known.set(id, { version, target });
    return target;
  };
}
