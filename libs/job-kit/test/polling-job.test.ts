import { describe, expect, it } from '@jest/globals';
import { createLeases } from '@outreach/mongo-kit';
import { systemClock } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createLeaderLease, pollingJob } from '../src/index.ts';
import { createWakeUp } from '../src/wake-ups/index.ts';
import { startQueueHarness } from './queue-harness.ts';

const LONG_MS = 60_000;

const harness = await sharedByTests(startQueueHarness);

function leasesOf(owner: string) {
  return createLeases({ connection: harness.mongo.connection, clock: systemClock, owner });
}

describe('a polling job', () => {
  it('runs again at once while there is more to do, and after a wake-up', async () => {
    const wakeUp = createWakeUp();
    const stopping = new AbortController();
    let rounds = 0;
    const running = pollingJob({
      name: 'rounds',
      everyMs: LONG_MS,
      wakeUp,
      run: async () => {
        rounds += 1;
        return Promise.resolve(rounds < 3);
      },
    }).run(stopping.signal);
    await eventually(() => expect(rounds).toBe(3));
    wakeUp.raise();
    await eventually(() => expect(rounds).toBe(4));
    stopping.abort();
    await running;
  });

  it('runs in one of two processes, and in the other one after the first has stopped', async () => {
    const ran: string[] = [];
    const start = (owner: string) => {
      const stopping = new AbortController();
      const leader = createLeaderLease({ leases: leasesOf(owner), name: 'led', checkMs: 20 });
      const running = pollingJob({
        name: 'led',
        everyMs: 20,
        leader,
        run: async () => {
          ran.push(owner);
          return Promise.resolve(false);
        },
      }).run(stopping.signal);
      return async () => {
        stopping.abort();
        await running;
        await leader.release();
      };
    };
    const stopFirst = start('first');
    await eventually(() => expect(ran.length).toBeGreaterThan(2));
    const stopSecond = start('second');
    const count = ran.length;
    await eventually(() => expect(ran.length).toBeGreaterThan(count + 5));
    expect(new Set(ran)).toEqual(new Set(['first']));
    await stopFirst();
    await eventually(() => expect(ran).toContain('second'));
    await stopSecond();
  });
});
