import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

const WAIT_MS_MAX = 120_000;

const Arrivals = z.object({
  arrivals: z.array(z.object({ event: z.string(), atMs: z.number(), timestampMs: z.number() })),
});
type Arrival = z.infer<typeof Arrivals>['arrivals'][number];

/** The receiver in a process of its own. */
export interface Receiver extends Disposable {
  readonly url: string;
  readonly arrivals: Arrival[];
  waitFor(count: number): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'receiver.ts'));
  const arrivals: Arrival[] = [];
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => {
      resolve(z.object({ port: z.number() }).parse(message).port);
    });
  });
  child.on('message', (message) => arrivals.push(...Arrivals.parse(message).arrivals));
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    waitFor: async (count) => {
      const endMs = performance.now() + WAIT_MS_MAX;
      while (arrivals.length < count) {
        if (performance.now() > endMs) throw new Error(`${arrivals.length} of ${count} arrived.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    [Symbol.dispose]: () => {
      child.disconnect();
      child.kill();
    },
  };
}
