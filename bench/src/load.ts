import autocannon from 'autocannon';
import type { Yardstick } from './yardstick.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** An API key; none for public routes. */
  readonly key?: string;
  readonly body?: string;
  /** The address of the client, for a gateway that trusts this machine as a proxy. */
  readonly address?: string;
}

export interface Load {
  readonly baseUrl: string;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the request of a number. Numbers never repeat. */
  readonly next: (index: number) => LoadRequest;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  /** Responses by status, so that refusals are not counted as work. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Keeps all connections busy for the given time. */
export async function runLoad({ baseUrl, connections, seconds, next }: Load): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  let index = 0;
  const startedAtMs = performance.now();
  const ended = Promise.withResolvers<undefined>();
  const options: autocannon.Options = {
    url: baseUrl,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, key, body, address } = next(index);
          index += 1;
          const headers = {
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
            ...(address === undefined ? {} : { 'x-forwarded-for': address }),
            'content-type': 'application/json',
          };
          return { ...request, method, path, headers, ...(body === undefined ? {} : { body }) };
        },
      },
    ],
  };
  const instance = autocannon(options, () => {
    ended.resolve(undefined);
  });
  instance.on('response', (...[, statusCode, , responseTime]) => {
    latenciesMs.push(responseTime);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  });
  await ended.promise;
  const elapsedSeconds = (performance.now() - startedAtMs) / 1000;
  return { perSecond: latenciesMs.length / elapsedSeconds, latenciesMs, statuses };
}

export function showLoad(result: LoadResult, yardstick: Yardstick): string {
  const statuses = [...result.statuses].map(([status, count]) => `${status}: ${count}`);
  return `${yardstick.rate(result.perSecond, 'requests')}, ${yardstick.times(result.latenciesMs)}; ${statuses.join(', ')}`;
}
