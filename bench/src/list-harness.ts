import { createKey, seedCredential, type Stack } from '@outreach/dev';
import { z } from 'zod';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { generateContacts } from './generator.ts';
import { measureRounds, type RoundInput } from './rounds.ts';
import type { BenchInput } from './run-bench.ts';

/** Rate limits stay on: requests use as many keys as the limit of one workspace allows. */
const KEY_COUNT = 8;
const SAMPLES = 150;
const WARM_UP_SAMPLES = 15;
/** Requests before the measurement. Before V8 optimizes the code, a page costs twice as much. */
const COMPILING_REQUESTS = 400;

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** One kind of request. The index makes each request a little different. */
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

/** A workspace full of contacts, and functions that send requests about them. */
export interface FullWorkspace {
  readonly contactCount: number;
  readonly ask: (request: ApiRequest) => Promise<Answer>;
  /** Measures all cases as many times as the benchmark runs. */
  readonly measureAll: (cases: readonly Case[]) => Promise<void>;
}

export async function fillWorkspace(input: BenchInput): Promise<FullWorkspace> {
  const { stack, seed, contacts: count, print } = input;
  const { workspace, apiKey } = await seedCredential(stack, 'Bench');
  const startedAtMs = performance.now();
  const database = 'outreach_contacts';
  await generateContacts({ mongodbUri: stack.mongodbUri, database, workspaceId: workspace.id, count, seed });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  print(`${String(count)} contacts written straight to the database in ${seconds.toFixed(0)} s`);
  const keys = await keysOf(stack, apiKey);
  let asked = 0;
  const load: Load = async (request) => {
    asked += 1;
    return send(stack.baseUrl, keys[asked % keys.length] ?? apiKey, request);
  };
  for (let index = 0; index < COMPILING_REQUESTS; index += 1) await load(FIRST_PAGE);
  return {
    contactCount: count,
    ask: async (request) => read(await load(request)),
    measureAll: async (cases) =>
      measureRounds(input, async (round) => {
        for (const one of cases) await measure(one, round, load);
      }),
  };
}

/** The whole text of a response. */
type Load = (request: ApiRequest) => Promise<string>;

const FIRST_PAGE: ApiRequest = { method: 'GET', path: '/api/v1/contacts/?page_size=50' };

async function keysOf(stack: Stack, apiKey: string): Promise<string[]> {
  const names = Array.from({ length: KEY_COUNT - 1 }, (_, index) => `Bench ${String(index)}`);
  return [apiKey, ...(await Promise.all(names.map(async (name) => createKey(stack, apiKey, name))))];
}

async function send(baseUrl: string, key: string, { method, path, body }: ApiRequest): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
  return text;
}

function read(text: string): Answer {
  return Answer.parse(JSON.parse(text));
}

/** Sends one request after the other, so that the latency contains no queueing. */
async function measure(
  { name, request }: Case,
  { stack, yardstick, print, round }: RoundInput,
  load: Load,
): Promise<void> {
  const first = round * (WARM_UP_SAMPLES + SAMPLES) + WARM_UP_SAMPLES;
  for (let index = first - WARM_UP_SAMPLES; index < first; index += 1) await load(request(index));
  const samplesMs: number[] = [];
  let last = '';
  const before = await cpuSecondsOf(stack);
  for (let index = first; index < first + SAMPLES; index += 1) {
    const startedAtMs = performance.now();
    last = await load(request(index));
    samplesMs.push(performance.now() - startedAtMs);
  }
  const after = await cpuSecondsOf(stack);
  const { meta } = read(last);
  const about = meta.total_count_estimated === true ? 'about ' : '';
  print(`${name}: ${yardstick.times(samplesMs)} (total ${about}${String(meta.total_count)})`);
  print(`  ${showCpu(before, after, SAMPLES)}`);
}
