import type { Model } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import type { TargetDirectory, TargetState } from '../domain/delivery-ports.ts';
import type { SecretBox } from '../domain/ports.ts';
import { toSigningKey } from '../domain/signing.ts';
import { fromRow, type EndpointRow } from './endpoint-store.ts';

const FRESH_MS = 1_000;
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly state: Promise<TargetState>;
  readonly untilMs: number;
}

/** Endpoints as workers see them, read at most once a second each. */
export function createTargetDirectory(rows: Model<EndpointRow>, secrets: SecretBox): TargetDirectory {
  const entries = new Map<string, Entry>();
  return {
    forget: (endpointId) => {
      entries.delete(endpointId);
    },
    get: async (endpointId) => {
      const nowMs = performance.now();
      const known = entries.get(endpointId);
      if (known !== undefined && nowMs < known.untilMs) return known.state;
      if (entries.size >= ENTRIES_MAX) entries.clear();
      const state = read(rows, secrets, endpointId);
      entries.set(endpointId, { state, untilMs: nowMs + FRESH_MS });
      state.catch(() => entries.delete(endpointId));
      return state;
    },
  };
}

async function read(rows: Model<EndpointRow>, secrets: SecretBox, endpointId: string): Promise<TargetState> {
  const row = await runAsSystem('workers call endpoints of all workspaces', async () =>
    rows.findOne({ _id: endpointId }).lean<EndpointRow>(),
  );
  if (row?.deleted_at !== null) return 'deleted';
  if (!row.active) return 'paused';
  const { url, custom_headers: customHeaders, sealed_secret } = fromRow(row);
  return { url, customHeaders, key: toSigningKey(secrets.open(sealed_secret)) };
}
