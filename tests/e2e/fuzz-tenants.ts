import { createKey, seedCredential } from '@outreach/dev';
import type { PathValue } from './fuzz-requests.ts';
import type { Answer, RunningStack } from './stack-harness.ts';

const KEYS_PER_TENANT = 6;
/** Of each kind of resource the newest are remembered. */
const IDS_PER_KIND = 50;
const ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/;
const UNKNOWN_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

/** A workspace, keys enough to stay under its limits, and the ids of what was made in it. */
export interface FuzzTenant {
  nextKey(): string;
  /** The text of a path value; its kind is the prefix that the parameter's pattern names. */
  idOf(value: PathValue, kind: string): string;
  /** Remembers what a POST has made. Keys and users of the tenant itself never come here, so none is ever deleted. */
  remember(answer: Answer): void;
}

export async function createTenants(running: RunningStack, count: number): Promise<FuzzTenant[]> {
  const tenants: FuzzTenant[] = [];
  for (let index = 0; index < count; index += 1)
    tenants.push(await createTenant(running, `Fuzz ${String(index)}`));
  return tenants;
}

/** In an agency of its own, since clients exist in agencies alone. */
async function createTenant(running: RunningStack, agency: string): Promise<FuzzTenant> {
  const { apiKey } = await seedCredential(running.stack, 'Fuzz', ['--agency', agency]);
  const names = Array.from({ length: KEYS_PER_TENANT - 1 }, (_, index) => `Fuzz ${index}`);
  const more = await Promise.all(names.map(async (name) => createKey(running.stack, apiKey, name)));
  const keys = [apiKey, ...more];
  const made = new Map<string, string[]>();
  let turn = 0;
  return {
    nextKey: () => {
      turn += 1;
      return keys[turn % keys.length] ?? apiKey;
    },
    idOf: (value, kind) => {
      if ('text' in value) return value.text;
      const ids = made.get(kind) ?? [];
      return ids[value.made % Math.max(ids.length, 1)] ?? `${kind}_${UNKNOWN_ULID}`;
    },
    remember: ({ status, body }) => {
      const id: unknown = status === 201 ? body?.id : undefined;
      const [, kind] = typeof id === 'string' ? (ID.exec(id) ?? []) : [];
      if (typeof id !== 'string' || kind === undefined) return;
      made.set(kind, [...(made.get(kind) ?? []), id].slice(-IDS_PER_KIND));
    },
  };
}
