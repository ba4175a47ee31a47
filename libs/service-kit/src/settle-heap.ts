import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Runs a full garbage collection after the start. Before the first collection V8 has no measure of the live size and
 * lets the heap grow to several times that size. The process keeps the memory of that peak.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
