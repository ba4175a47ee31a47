import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what starting has left behind. Until a first full collection the engine takes no measure of what lives
 * and lets its heap grow to several times of it; the pages of that peak stay with the process.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
