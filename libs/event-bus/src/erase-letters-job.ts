import { pause, type Job } from '@outreach/service-kit';

const ROUND_MS = 10_000;

/** Removes dead letters of erased records: an event that nobody could read or handle may be put aside after its erasure. */
export function eraseLettersJob(eraseLetters: () => Promise<number>): Job {
  return {
    name: 'erase-letters',
    run: async (signal) => {
      while (!signal.aborted) {
        await eraseLetters();
        await pause(ROUND_MS, signal);
      }
    },
  };
}
