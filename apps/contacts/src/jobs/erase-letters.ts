import { pause, type Job } from '@outreach/service-kit';

const ROUND_MS = 10_000;

/** Removes dead letters that name erased contacts: an event that nobody could read may be put aside after the erasure. */
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
