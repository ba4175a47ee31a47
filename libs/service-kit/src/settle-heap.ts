import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much the heap may grow between two full collections, in percent of its live size. V8 allows a small heap about
 * 10 MiB, which the buffers of received data fill more than once per second under load.
 */
const GROWTH_PERCENT = 50;

/**
 * Limits the growth of the heap, and runs a full garbage collection after the start. Before the first collection V8 has no measure of the live size and
 * lets the heap grow to several times that size. The process keeps the memory of that peak.
 */
export function settleHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${String(GROWTH_PERCENT)}`);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
