import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createWorkQueue, workQueueJob, type WorkQueue, type WorkQueueJobOptions } from '../src/index.ts';
import { startQueueHarness, type Item } from './queue-harness.ts';

const SHORT_LEASE_MS = 300;

const harness = await sharedByTests(startQueueHarness);
const logger = createLogger({ name: 'test', level: 'silent' });

beforeEach(async () => harness.reset());

type Handlers = Partial<Omit<WorkQueueJobOptions<Item>, 'queue'>>;

function startJob(handlers: Handlers): { queue: WorkQueue<Item>; stop: () => Promise<void> } {
  const queue = createWorkQueue<Item>({
    model: harness.model,
    clock: systemClock,
    ids: newId,
    leaseMs: SHORT_LEASE_MS,
  });
  const stopping = new AbortController();
  const running = workQueueJob<Item>({
    name: 'test-items',
    queue,
    leaseMs: SHORT_LEASE_MS,
    slots: 4,
    slotsPerWorkspace: 2,
    pollMs: 100,
    handle: async (claim) => {
      await queue.complete(claim);
    },
    onError: async (claim) => {
      await queue.retryAt(claim, new Date());
    },
    logger,
    ...handlers,
  }).run(stopping.signal);
  return {
    queue,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

describe('a job on a work queue', () => {
  it('handles what is due and what is added later', async () => {
    await harness.add('ws_1', ['a', 'b']);
    const { stop } = startJob({});
    await eventually(async () => expect(await harness.rows()).toEqual([]));
    await harness.add('ws_2', ['c']);
    await eventually(async () => expect(await harness.rows()).toEqual([]));
    await stop();
  });

  it('handles at most its slots of one workspace concurrently, and other workspaces beside it', async () => {
    await harness.add('ws_1', ['a1', 'a2', 'a3', 'a4']);
    await harness.add('ws_2', ['b1']);
    const running: string[] = [];
    const release = Promise.withResolvers<undefined>();
    const job = startJob({
      handle: async (claim) => {
        running.push(claim.workspaceId);
        await release.promise;
        await job.queue.complete(claim);
      },
    });
    await eventually(() => expect([...running].sort()).toEqual(['ws_1', 'ws_1', 'ws_2']));
    release.resolve(undefined);
    await eventually(async () => expect(await harness.rows()).toEqual([]));
    await job.stop();
    expect(running).toHaveLength(5);
  });

  it('keeps the lease of an item that takes longer than the lease', async () => {
    await harness.add('ws_1', ['slow']);
    const attempts: number[] = [];
    const release = Promise.withResolvers<undefined>();
    const job = startJob({
      handle: async (claim) => {
        attempts.push(claim.attempt);
        await release.promise;
        await job.queue.complete(claim);
      },
    });
    const startedAtMs = Date.now();
    await eventually(() => expect(Date.now() - startedAtMs).toBeGreaterThan(4 * SHORT_LEASE_MS));
    release.resolve(undefined);
    await eventually(async () => expect(await harness.rows()).toEqual([]));
    await job.stop();
    expect(attempts).toEqual([1]);
  });

  it('reports a failed item to onError and handles it again', async () => {
    await harness.add('ws_1', ['a']);
    const failures: unknown[] = [];
    const job = startJob({
      handle: async (claim) => {
        if (claim.attempt < 3) throw new Error(`failure ${claim.attempt}`);
        await job.queue.complete(claim);
      },
      onError: async (claim, { thrown }) => {
        failures.push(thrown);
        await job.queue.retryAt(claim, new Date());
      },
    });
    await eventually(async () => expect(await harness.rows()).toEqual([]));
    await job.stop();
    expect(failures).toEqual([new Error('failure 1'), new Error('failure 2')]);
  });

  it('aborts the handler when the claim is lost', async () => {
    await harness.add('ws_1', ['a']);
    const aborted = Promise.withResolvers<string>();
    const { stop } = startJob({
      handle: async (claim, signal) => {
        signal.addEventListener('abort', () => aborted.resolve(claim.id), { once: true });
        await harness.mongo.connection.collection<Item>('items').deleteOne({ _id: 'a' });
        await aborted.promise;
      },
    });
    expect(await aborted.promise).toBe('a');
    await stop();
  });
});
