import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';

/** What the process of the hostile activities works with. */
export const HostilePlan = z.object({
  /** Of the gateway. */
  port: z.number(),
  /** `ip:port` of the name server that never answers. */
  nameServer: z.string(),
  /** Keys of the workspace with many contacts. */
  keys: z.array(z.string()),
  /** A key for each workspace with endpoints that hang. */
  endpointKeys: z.array(z.string()),
  /** Names of the activities; all if empty. */
  only: z.array(z.string()),
});
export type HostilePlan = z.output<typeof HostilePlan>;

const Messages = z.tuple([z.object({ lines: z.array(z.string()) })]).rest(z.unknown());

export interface Hostile {
  /** Ends the process. Returns its responses, one line for each activity. */
  end(): Promise<readonly string[]>;
}

/** Starts the activities in a process of their own. Resolves when their preparations are complete. */
export async function startHostile(plan: HostilePlan): Promise<Hostile> {
  const child = fork(path.join(import.meta.dirname, 'noisy-neighbour-main.ts'), [JSON.stringify(plan)]);
  const exited = once(child, 'exit').then(() => {
    throw new Error('The process of the hostile activities ended.');
  });
  exited.catch(() => undefined);
  await Promise.race([once(child, 'message'), exited]);
  return {
    end: async () => {
      child.send('end');
      const [{ lines }] = Messages.parse(await Promise.race([once(child, 'message'), exited]));
      child.kill('SIGKILL');
      return lines;
    },
  };
}
