import { createKey, seedCredential, type Stack } from '@outreach/dev';
import { z } from 'zod';
import { generateContacts } from './generator.ts';
import { percentilesOf, showPercentiles } from './percentiles.ts';
import type { BenchInput } from './run-bench.ts';

/** The limits stay on: the work is spread over as many keys as one workspace's own limits can feed. */
const KEY_COUNT = 8;
const SAMPLES = 150;
const WARM_UP_SAMPLES = 15;

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** One kind of request; the index makes each a little different from the others. */
export interface Case {
  readonly name: string;
  readonly request: (index: number) => ApiRequest;
}

const Answer = z.object({
  data: z.array(z.object({ id: z.string() })),
  meta: z.object({
    next_cursor: z.string().nullable(),
    total_count: z.number(),
    total_count_estimated: z.boolean().optional(),
  }),
});
export type Answer = z.output<typeof Answer>;

/** A workspace full of contacts, and a way to ask for them. */
export interface FullWorkspace {
  readonly contactCount: number;
  readonly ask: (request: ApiRequest) => Promise<Answer>;
  readonly measure: (one: Case) => Promise<void>;
}

export async function fillWorkspace(input: BenchInput): Promise<FullWorkspace> {
  const { stack, seed, contacts: count, say } = input;
  const { workspace, apiKey } = await seedCredential(stack, 'Bench');
  const startedAtMs = performance.now();
  const database = 'outreach_contacts';
  await generateContacts({ mongodbUri: stack.mongodbUri, database, workspaceId: workspace.id, count, seed });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  say(`${String(count)} contacts written straight to the database in ${seconds.toFixed(0)} s`);
  const keys = await keysOf(stack, apiKey);
  let asked = 0;
  const ask = async (request: ApiRequest): Promise<Answer> => {
    asked += 1;
    return send(stack.baseUrl, keys[asked % keys.length] ?? apiKey, request);
  };
  return { contactCount: count, ask, measure: async (one) => measure(one, ask, say) };
}

async function keysOf(stack: Stack, apiKey: string): Promise<string[]> {
  const names = Array.from({ length: KEY_COUNT - 1 }, (_, index) => `Bench ${String(index)}`);
  return [apiKey, ...(await Promise.all(names.map(async (name) => createKey(stack, apiKey, name))))];
}

async function send(baseUrl: string, key: string, { method, path, body }: ApiRequest): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
  return Answer.parse(JSON.parse(text));
}

/** One request after the other, so that a figure is a latency and no queue. */
async function measure(
  { name, request }: Case,
  ask: FullWorkspace['ask'],
  say: (line: string) => void,
): Promise<void> {
  const samplesMs: number[] = [];
  let last: Answer | undefined;
  for (let index = -WARM_UP_SAMPLES; index < SAMPLES; index += 1) {
    const startedAtMs = performance.now();
    last = await ask(request(index + WARM_UP_SAMPLES));
    if (index >= 0) samplesMs.push(performance.now() - startedAtMs);
  }
  const total = last?.meta.total_count ?? 0;
  const about = last?.meta.total_count_estimated === true ? 'about ' : '';
  say(`${name}: ${showPercentiles(percentilesOf(samplesMs))} (total ${about}${String(total)})`);
}
