import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Runs a full garbage collection after the start. Before the first one, V8 does not know the live size and lets the heap
 * grow to several times of it; the process keeps the memory of that peak.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
