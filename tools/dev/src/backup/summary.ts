import type { Manifest } from './manifest.ts';

const BYTES_PER_MIB = 1_048_576;
const MS_PER_SECOND = 1_000;

/** One line about the content of a backup and the time since `startedMs` of the monotonic clock. */
export function summaryOf({ collections, streams }: Manifest, startedMs: number): string {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const documents = sum(collections.map(({ count }) => count));
  const messages = sum(streams.map(({ count }) => count));
  const mib = sum([...collections, ...streams].map(({ bytes }) => bytes)) / BYTES_PER_MIB;
  const seconds = (performance.now() - startedMs) / MS_PER_SECOND;
  return `${documents} documents of ${collections.length} collections and ${messages} messages of ${streams.length} streams, ${mib.toFixed(1)} MiB compressed, in ${seconds.toFixed(1)} s.`;
}
