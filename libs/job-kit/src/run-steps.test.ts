import { describe, expect, it } from '@jest/globals';
import { runSteps } from './run-steps.ts';

const row = { _id: 'one', workspace_id: 'ws', due_at: null, lease_token: null };
const claim = { id: 'one', workspaceId: 'ws', token: 'token', attempt: 1, row };

/** A queue whose claim is lost after so many renewals. */
const queueOf = (renewals: number) => {
  let left = renewals;
  return { renew: async () => Promise.resolve(left-- > 0) };
};

const options = {
  claim,
  unitOfWork: async <T>(fn: () => Promise<T>) => fn(),
  signal: new AbortController().signal,
};

describe('runSteps', () => {
  it('hands each step the place where the last one ended, until nothing is left', async () => {
    const places: (number | undefined)[] = [];
    const step = async (from: number | undefined) => {
      places.push(from);
      return Promise.resolve(from === 2 ? undefined : (from ?? 0) + 1);
    };
    expect(await runSteps({ ...options, queue: queueOf(9), step })).toBe(true);
    expect(places).toEqual([undefined, 1, 2]);
  });

  it('takes no step once the claim is lost', async () => {
    let steps = 0;
    const step = async () => Promise.resolve((steps += 1));
    await expect(runSteps({ ...options, queue: queueOf(1), step })).rejects.toMatchObject({
      name: 'ClaimLost',
    });
    expect(steps).toBe(1);
  });

  it('ends between two steps when it is stopped', async () => {
    const stop = new AbortController();
    const step = async () => {
      stop.abort();
      return Promise.resolve(1);
    };
    expect(await runSteps({ ...options, signal: stop.signal, queue: queueOf(9), step })).toBe(false);
  });
});
