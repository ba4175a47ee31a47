import { getCACertificates, type ConnectionOptions } from 'node:tls';
import type { GuardedSockets } from '@outreach/outbound-kit';
import type { ServerTest } from './ports.ts';
import { failureText } from './failure-text.client.ts';

/** Time in ms for name resolution and connect. */
export const CONNECT_MS_MAX = 10_000;
/** Time in ms for the greeting, and without an answer. */
export const ANSWER_MS_MAX = 15_000;
/** Time in ms for the whole test of a server. */
export const TEST_MS_MAX = 25_000;

export interface MailConnectionOptions {
  readonly sockets: GuardedSockets;
  /** Further certificate authorities in PEM; empty for none. */
  readonly extraCa: string;
}

/** Certificates are verified against the authorities of Node and the configured ones. */
export function trustOf(extraCa: string): Pick<ConnectionOptions, 'ca' | 'minVersion'> {
  return {
    minVersion: 'TLSv1.2',
    ...(extraCa === '' ? {} : { ca: [...getCACertificates('default'), extraCa] }),
  };
}

/** Measures a connection and turns a failure into its text. `abort` ends a connection that takes too long. */
export async function timed(connect: (signal: AbortSignal) => Promise<unknown>): Promise<ServerTest> {
  const startedAtMs = performance.now();
  const abort = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error('The test took too long.'), { code: 'ETIMEDOUT' }));
  }, TEST_MS_MAX);
  const end = (error: string | null): ServerTest => ({
    success: error === null,
    latency_ms: Math.round(performance.now() - startedAtMs),
    error,
  });
  try {
    await Promise.race([connect(abort.signal), late]);
    return end(null);
  } catch (thrown) {
    return end(failureText(thrown));
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
