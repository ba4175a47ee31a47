import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { request, type Call } from './client.ts';

/** How one request of a load ended. */
export interface Sample {
  readonly call: Call;
  /** 0 if no response arrived. */
  readonly status: number;
  readonly tookMs: number;
  readonly retryAfter: string | null;
  /** The failure for the message of a failed test; empty after a success. */
  readonly problem: string;
}

export interface LoadOptions {
  readonly perSecond: number;
  /** No more requests are sent while this many are in flight, so that a slow machine is not overloaded. */
  readonly inFlightMax: number;
  /** Returns the next request and its address. */
  readonly next: () => { readonly baseUrl: string; readonly call: Call };
}

export interface Load {
  readonly samples: readonly Sample[];
  /** Ends the load and waits for the requests in flight. */
  stop(): Promise<readonly Sample[]>;
}

const TICK_MS = 10;

/** Sends requests at a steady rate until it is stopped. */
export function startLoad({ perSecond, inFlightMax, next }: LoadOptions): Load {
  const samples: Sample[] = [];
  const sending = new Set<Promise<void>>();
  const abort = new AbortController();
  const send = (): void => {
    if (sending.size >= inFlightMax) return;
    const { baseUrl, call } = next();
    const sent = measure(baseUrl, call).then((sample) => {
      samples.push(sample);
      sending.delete(sent);
    });
    sending.add(sent);
  };
  const running = pace(perSecond, send, abort.signal);
  return {
    samples,
    stop: async () => {
      abort.abort();
      await running;
      await Promise.all(sending);
      return samples;
    },
  };
}

async function pace(perSecond: number, send: () => void, signal: AbortSignal): Promise<void> {
  const startedAtMs = performance.now();
  let sentCount = 0;
  while (!signal.aborted) {
    const dueCount = ((performance.now() - startedAtMs) / 1000) * perSecond;
    for (; sentCount < dueCount; sentCount += 1) send();
    await delay(TICK_MS);
  }
}

async function measure(baseUrl: string, call: Call): Promise<Sample> {
  const startedAtMs = performance.now();
  try {
    const { status, headers, text } = await request(baseUrl, call);
    const tookMs = performance.now() - startedAtMs;
    const problem = status < 400 ? '' : `${String(status)} ${text}`;
    return { call, status, tookMs, retryAfter: headers.get('retry-after'), problem };
  } catch (thrown) {
    const tookMs = performance.now() - startedAtMs;
    return { call, status: 0, tookMs, retryAfter: null, problem: inspect(thrown) };
  }
}

/** The smallest value that the given share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The failed requests as lines. */
export function failuresOf(samples: readonly Sample[]): string[] {
  return samples
    .filter(({ problem }) => problem !== '')
    .map(({ call, problem }) => `${call.method ?? 'GET'} ${call.route}: ${problem}`);
}
