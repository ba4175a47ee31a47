import type { Stack } from '@outreach/dev';
import { createKey } from '@outreach/dev/seed';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import type { RoundInput } from './rounds.ts';

const SAMPLES = 150;
const WARM_UP_SAMPLES = 30;

export interface ApiRequest {
  readonly method?: 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** One kind of request. The index makes each request a little different. */
export interface Case {
  readonly name: string;
  readonly request: (index: number) => ApiRequest;
}

/** Sends a request. Returns the whole text of its response. */
export type Send = (request: ApiRequest) => Promise<string>;

/** The key and further keys of its workspace, `count` in all: rate limits stay on. */
export async function keysOf(stack: Stack, key: string, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count - 1 }, (_, index) => `Bench ${index}`);
  return [key, ...(await Promise.all(names.map(async (name) => createKey(stack, key, name))))];
}

/** Sends each request with the next key. @throws Error if the answer has another status than 200. */
export function createSend({ baseUrl }: Stack, keys: readonly string[]): Send {
  let sent = 0;
  return async ({ method = 'GET', path, body }) => {
    sent += 1;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys[sent % keys.length] ?? ''}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
}

/** Measures one request after the other, so that the latency contains no queueing. Returns the last response. */
export async function measure(
  { stack, yardstick, print, round }: RoundInput,
  send: Send,
  { name, request }: Case,
): Promise<string> {
  const first = round * (WARM_UP_SAMPLES + SAMPLES) + WARM_UP_SAMPLES;
  for (let index = first - WARM_UP_SAMPLES; index < first; index += 1) await send(request(index));
  const samplesMs: number[] = [];
  let last = '';
  const before = await cpuSecondsOf(stack);
  for (let index = first; index < first + SAMPLES; index += 1) {
    const startedAtMs = performance.now();
    last = await send(request(index));
    samplesMs.push(performance.now() - startedAtMs);
  }
  print(`${name}: ${yardstick.times(samplesMs)}`);
  print(`  ${showCpu(before, await cpuSecondsOf(stack), SAMPLES)}`);
  return last;
}
