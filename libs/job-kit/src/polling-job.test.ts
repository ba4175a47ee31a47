import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createFakeClock, eventually } from '@outreach/testing';
import { pollingJob, type PollingJobOptions } from './polling-job.ts';
import { createWakeUp } from './wake-ups/wake-up.ts';

const LONG_MS = 60_000;
const CLOCK_CHECKS_MS = 600;

let stop = async (): Promise<void> => Promise.resolve();

afterEach(async () => stop());

function start(options: Pick<PollingJobOptions, 'run'> & Partial<PollingJobOptions>): void {
  const stopping = new AbortController();
  const running = pollingJob({ name: 'rounds', everyMs: LONG_MS, ...options }).run(stopping.signal);
  stop = async () => {
    stopping.abort();
    await running;
  };
}

describe('pollingJob', () => {
  it('pauses for the time that a round returns', async () => {
    let rounds = 0;
    start({ run: async () => Promise.resolve((rounds += 1) < 3 ? 1 : false) });
    await eventually(() => expect(rounds).toBe(3));
  });

  it('ends a pause when it has passed on the given clock, and not before', async () => {
    const clock = createFakeClock();
    let rounds = 0;
    start({ clock, run: async () => Promise.resolve((rounds += 1) === 0) });
    await eventually(() => expect(rounds).toBe(1));
    clock.advance(LONG_MS - 1);
    await sleep(CLOCK_CHECKS_MS);
    expect(rounds).toBe(1);
    clock.advance(1);
    await eventually(() => expect(rounds).toBe(2));
  });

  it('ends a pause when the clock stands still or goes back', async () => {
    const clock = createFakeClock();
    let rounds = 0;
    start({ clock, everyMs: 20, run: async () => Promise.resolve((rounds += 1) === 0) });
    clock.advance(-LONG_MS);
    await eventually(() => expect(rounds).toBeGreaterThan(2));
  });

  it('ends a pause on the clock at a wake-up', async () => {
    const wakeUp = createWakeUp();
    let rounds = 0;
    start({ clock: createFakeClock(), wakeUp, run: async () => Promise.resolve((rounds += 1) === 0) });
    await eventually(() => expect(rounds).toBe(1));
    wakeUp.raise();
    await eventually(() => expect(rounds).toBe(2));
  });
});
