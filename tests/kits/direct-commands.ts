import type { CommandRunner } from '@outreach/service-kit';

/** For methods and ports that a test does not call. */
export const unused = async (): Promise<never> => Promise.reject(new Error('This test does not call it.'));

/** Runs each command directly, without a transaction, and stores no reply. */
export const directCommands: CommandRunner = {
  run: async (_ctx, _codec, command) => ({ reply: await command(), replayed: false }),
  runPrepared: unused,
  runWithEffect: unused,
};
