import type { CommandRunner } from '@outreach/service-kit';

/** For rows and ports that no call of a test reaches. */
export const unused = async (): Promise<never> => Promise.reject(new Error('not part of this test'));

/** Runs each command as it comes, without a transaction, and keeps no reply. */
export const plainCommands: CommandRunner = {
  run: async (_ctx, _codec, command) => ({ reply: await command(), replayed: false }),
  runJoining: unused,
  runTwoStep: unused,
};
