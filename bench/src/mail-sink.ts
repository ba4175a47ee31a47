import { fork } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

const POLL_MS = 50;
const US_PER_SECOND = 1_000_000;

const Started = z.object({ port: z.number() });
const Report = z.object({
  acceptedCount: z.number(),
  firstAtMs: z.number(),
  lastAtMs: z.number(),
  cpuUs: z.number(),
});
type Report = z.infer<typeof Report>;

/** An SMTP server in a process of its own. */
export interface MailSink extends Disposable {
  readonly port: number;
  readonly acceptedCount: number;
  /** Seconds between the first and the last accepted mail. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Seconds since the first accepted mail. */
  secondsSinceFirst(): number;
  /** Waits until so many mails are accepted. */
  waitFor(count: number, waitMsMax: number): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const child = fork(path.join(import.meta.dirname, 'mail-log-process.ts'));
  let last: Report = { acceptedCount: 0, firstAtMs: 0, lastAtMs: 0, cpuUs: 0 };
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve(Started.parse(message).port));
  });
  child.on('message', (message) => {
    last = Report.parse(message);
  });
  return {
    port,
    get acceptedCount() {
      return last.acceptedCount;
    },
    get seconds() {
      return (last.lastAtMs - last.firstAtMs) / 1_000;
    },
    get cpuSeconds() {
      return last.cpuUs / US_PER_SECOND;
    },
    secondsSinceFirst: () => (Date.now() - last.firstAtMs) / 1_000,
    waitFor: async (count, waitMsMax) => {
      const endMs = performance.now() + waitMsMax;
      while (last.acceptedCount < count) {
        if (performance.now() > endMs) throw new Error(`${last.acceptedCount} of ${count} mails arrived.`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    [Symbol.dispose]: () => {
      child.disconnect();
      child.kill();
    },
  };
}
