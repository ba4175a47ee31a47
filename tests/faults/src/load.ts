import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { request, type Call } from './client.ts';

/** How one request of a load ended. */
export interface Sample {
  readonly call: Call;
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly tookMs: number;
  readonly retryAfter: string | null;
  /** What went wrong, for the message of a failed test. */
  readonly problem: string;
}

export interface LoadOptions {
  readonly perSecond: number;
  /** With so many under way no more are sent: a machine too slow for the rate gets less, as overload is another test. */
  readonly inFlightMax: number;
  /** Makes the next request; where it goes is asked anew each time. */
  readonly next: () => { readonly baseUrl: string; readonly call: Call };
}

export interface Load {
  readonly samples: readonly Sample[];
  /** Ends the load and waits for what is under way. */
  stop(): Promise<readonly Sample[]>;
}

const TICK_MS = 10;

/** Sends requests at a steady rate until stopped, as long as not too many are under way. */
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

/** The value that a share of all do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Failures as lines, for a test that expects none. */
export function failuresOf(samples: readonly Sample[]): string[] {
  return samples
    .filter(({ problem }) => problem !== '')
    .map(({ call, problem }) => `${call.method ?? 'GET'} ${call.route}: ${problem}`);
}
