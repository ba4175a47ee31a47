import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  createWorkQueue,
  requireClaim,
  workQueueJob,
  type WorkQueue,
  type WorkQueueJobOptions,
} from '../src/index.ts';
import { retryLater } from '../src/retry-later.ts';
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

  it('logs a lost claim at level info and does not report it to onError', async () => {
    await harness.add('ws_1', ['a']);
    const lines: string[] = [];
    const captured = createLogger({
      name: 'test',
      level: 'info',
      destination: { write: (line: string) => lines.push(line) },
    });
    const { stop } = startJob({
      logger: captured,
      handle: async (claim) => {
        await harness.mongo.connection.collection<Item>('items').deleteOne({ _id: 'a' });
        requireClaim(await harness.queue().complete(claim));
      },
      onError: async () => Promise.reject(new Error('not expected')),
    });
    // A renewal between the deletion and the completion writes a line before.
    await eventually(() => expect(lines.at(-1)).toContain('work item lost'));
    await stop();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 30,
      item_id: 'a',
      msg: 'work item lost: another worker has it, or it was replaced',
    });
  });
});

describe('retryLater', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [20, 60_000],
  ])('makes the item due again after a pause: attempt %i, %i ms', async (attempt, pauseMs) => {
    expect(await dueInMs({ attempt, isStopping: false })).toBe(pauseMs);
  });

  it('makes the item due at once when the process stops', async () => {
    expect(await dueInMs({ attempt: 3, isStopping: true })).toBe(0);
  });
});

async function dueInMs(failed: { attempt: number; isStopping: boolean }): Promise<number | undefined> {
  await harness.add('ws_1', ['a']);
  const [claim] = (await harness.queue().claim({ max: 1 })).claims;
  if (claim === undefined) throw new Error('Nothing was due.');
  const onError = retryLater(harness.queue());
  await onError(
    { ...claim, attempt: failed.attempt },
    { thrown: new Error(), isStopping: failed.isStopping },
  );
  const [row] = await harness.rows();
  return row?.due_at instanceof Date ? row.due_at.getTime() - harness.clock.nowMs : undefined;
}
