import { runAsSystem } from '@outreach/mongo-kit';
import { pause, type Job } from '@outreach/service-kit';
import { eraseLetters } from './erase-aggregate.ts';
import type { Connection } from './mongo-types.ts';

const ROUND_MS = 10_000;
const REASON = 'dead letters of all workspaces are looked through by one job';

/**
 * Removes dead letters of erased records: an event that nobody could read or handle may be put aside after its erasure.
 * @param erasedOf tells which of some ids, of all workspaces, are erased.
 */
export function eraseLettersJob(
  connection: Connection,
  erasedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Job {
  return {
    name: 'erase-letters',
    run: async (signal) => {
      while (!signal.aborted) {
        await runAsSystem(REASON, async () => eraseLetters(connection, erasedOf));
        await pause(ROUND_MS, signal);
      }
    },
  };
}
