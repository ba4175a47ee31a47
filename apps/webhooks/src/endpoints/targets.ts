import { toSigningKey } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointDirectory, SecretBox, Targets, TargetState } from './ports.ts';

const FRESH_MS = 1_000;
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly state: Promise<TargetState>;
  readonly untilMs: number;
}

export interface TargetsOptions {
  readonly directory: Pick<EndpointDirectory, 'findAnywhere'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Time that never goes back. */
  readonly monotonicMs: () => number;
}

/** Reads each endpoint at most once a second. */
export function createTargets({ directory, secrets, monotonicMs }: TargetsOptions): Targets {
  const entries = new Map<string, Entry>();
  return {
    invalidate: (endpointId) => {
      entries.delete(endpointId);
    },
    get: async (endpointId) => {
      const nowMs = monotonicMs();
      const known = entries.get(endpointId);
      if (known !== undefined && nowMs < known.untilMs) return known.state;
      if (entries.size >= ENTRIES_MAX) entries.clear();
      const state = directory.findAnywhere(endpointId).then((endpoint) => toTarget(endpoint, secrets));
      entries.set(endpointId, { state, untilMs: nowMs + FRESH_MS });
      state.catch(() => entries.delete(endpointId));
      return state;
    },
  };
}

function toTarget(endpoint: Endpoint | undefined, secrets: Pick<SecretBox, 'open'>): TargetState {
  if (endpoint?.deleted_at !== null) return 'deleted';
  if (!endpoint.active) return 'paused';
  const { url, custom_headers: customHeaders, sealed_secret: sealed } = endpoint;
  return { url, customHeaders, key: toSigningKey(secrets.open(sealed)) };
}
