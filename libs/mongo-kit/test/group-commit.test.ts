import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGroupHarness, type Prepare } from './group-harness.ts';

/** After the deadline of every call in these tests. */
const PAST_DEADLINE_MS = 60_000;

const harness = await sharedByTests(startGroupHarness);

beforeEach(async () => harness.reset());

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `thing-${index}`);
const nameOf = async (): Promise<string[]> => (await harness.rows()).map(({ name }) => name);

/** Creates concurrently, each in a call of its own. */
async function createAll(wanted: readonly string[]): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(
    wanted.map(async (name) => harness.run(harness.keyed(), async () => harness.create(name))),
  );
}

const refusalsOf = (ends: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));

describe('concurrent prepared commands', () => {
  it('share transactions, and each one has its own effect, event and reply', async () => {
    const ends = await createAll(names(40));
    expect(refusalsOf(ends)).toEqual([]);
    expect(harness.countOf('commitTransaction')).toBeLessThanOrEqual(8);
    const rows = await harness.rows();
    expect(rows.map(({ name }) => name).sort()).toEqual(names(40).sort());
    expect((await harness.events()).sort()).toEqual(rows.map(({ _id }) => _id).sort());
    const replies = ends.map((end) => end.status === 'fulfilled' && end.value);
    expect(replies).toEqual(replies.map(() => expect.objectContaining({ replayed: false })));
  });

  it('replay their own replies without a second effect', async () => {
    const calls = names(20).map((name) => ({ name, ctx: harness.keyed() }));
    const runAll = async () =>
      Promise.all(calls.map(async ({ ctx, name }) => harness.run(ctx, async () => harness.create(name))));
    const first = await runAll();
    const second = await runAll();
    expect(second).toEqual(first.map((outcome) => ({ ...outcome, replayed: true })));
    expect(await harness.events()).toHaveLength(20);
  });

  it('have one effect for one idempotency key', async () => {
    const ctx = harness.keyed();
    const outcomes = await Promise.all(
      names(30).map(async () => harness.run(ctx, async () => harness.create('one'))),
    );
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await harness.events()).toHaveLength(1);
  });

  it('need no transaction when they write nothing', async () => {
    const outcome = await harness.run(harness.call(), async () => async () => Promise.resolve('read'));
    expect(outcome).toEqual({ reply: 'read', replayed: false });
    expect(harness.countOf('commitTransaction')).toBe(0);
  });

  it('report every step of every command', async () => {
    const steps: string[] = [];
    harness.onStep = async (step) => void steps.push(step);
    await createAll(names(3));
    for (const step of ['claimed', 'written', 'committed', 'answering']) {
      expect(steps.filter((reported) => reported === step)).toHaveLength(3);
    }
    expect(steps.indexOf('committed')).toBeGreaterThan(steps.indexOf('written'));
  });

  it('continue while earlier groups are blocked', async () => {
    const released = Promise.withResolvers<undefined>();
    let blocked = 0;
    harness.onStep = async (step) => {
      if (step !== 'written' || blocked >= 2) return;
      blocked += 1;
      await released.promise;
    };
    const stuck: Promise<unknown>[] = [];
    for (const name of ['stuck-1', 'stuck-2']) {
      stuck.push(harness.run(harness.keyed(), async () => harness.create(name)));
      await eventually(() => expect(blocked).toBe(stuck.length));
    }
    expect(refusalsOf(await createAll(names(5)))).toEqual([]);
    expect(await nameOf()).toEqual(names(5));
    released.resolve(undefined);
    await Promise.all(stuck);
    expect(await nameOf()).toHaveLength(7);
  });
});

describe('a command of a group', () => {
  it('is refused by its own rule when it meets a unique index, and fails no other command', async () => {
    const ends = await createAll([...names(10), 'thing-3']);
    expect(refusalsOf(ends)).toEqual([
      expect.objectContaining({ kind: 'conflict', details: { reason: 'taken' } }),
    ]);
    expect((await nameOf()).sort()).toEqual(names(10).sort());
    expect(await harness.events()).toHaveLength(10);
  });

  it('reads again when it meets a newer version, and fails no other command', async () => {
    const { reply: id } = (await harness.run(harness.call(), async () => harness.create('counted'))) as {
      reply: string;
    };
    const increments = names(5).map(async () =>
      harness.run(harness.keyed(), async () => harness.increment(id)),
    );
    const [counts, ends] = await Promise.all([Promise.all(increments), createAll(names(5))]);
    expect(refusalsOf(ends)).toEqual([]);
    expect(counts.map((outcome) => 'reply' in outcome && outcome.reply).sort()).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    const counted = (await harness.rows()).find(({ _id }) => _id === id);
    expect(counted).toMatchObject({ count: 5, version: 6 });
    expect(await harness.events()).toHaveLength(11);
  });

  it('stores its own refusal, and fails no other command', async () => {
    await harness.run(harness.call(), async () => harness.create('thing-0'));
    const ctx = harness.keyed();
    const [refused, ...ends] = await Promise.allSettled([
      harness.run(ctx, async () => harness.create('thing-0')),
      ...names(5)
        .slice(1)
        .map(async (name) => harness.run(harness.keyed(), async () => harness.create(name))),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { kind: 'conflict' } });
    expect(refusalsOf(ends)).toEqual([]);
    const again = await harness.run(ctx, async () => harness.create('other'));
    expect(again).toMatchObject({ replayed: true, refusal: { kind: 'conflict' } });
  });

  it('runs in a transaction of its own when its commit writes directly', async () => {
    const id = newId('thing');
    const insert: Prepare = async () => async () => {
      await harness.things.insertMany([{ _id: id, name: 'direct', count: 0, version: 1 } as never]);
      return id;
    };
    const failing = harness.run(harness.call(), async () => {
      const commit = await insert();
      return async () => {
        await commit();
        throw new Error('late');
      };
    });
    await expect(failing).rejects.toThrow('late');
    expect(await harness.rows()).toEqual([]);
    await harness.run(harness.call(), insert);
    expect(await nameOf()).toEqual(['direct']);
    expect(harness.countOf('commitTransaction')).toBe(1);
  });

  it('commits nothing after another request took over its run', async () => {
    const ctx = harness.keyed();
    const records = harness.mongo.connection.collection<{ _id: string }>('idempotency');
    const overtaken = harness.run(ctx, async () => {
      const commit = await harness.create('overtaken');
      await records.updateOne({ _id: ctx.idempotency?.id ?? '' }, { $set: { owner: 'another' } });
      return commit;
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await harness.rows()).toEqual([]);
    expect(await harness.events()).toEqual([]);
  });
});

describe('a shared transaction', () => {
  it('does not include a command whose deadline passed before the group began', async () => {
    const ctx = harness.keyed();
    const late = harness.run(ctx, async () => {
      harness.clock.aheadMs = PAST_DEADLINE_MS;
      return harness.create('late');
    });
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
    expect(await harness.rows()).toEqual([]);
    harness.clock.aheadMs = 0;
    expect(await harness.run(ctx, async () => harness.create('late'))).toMatchObject({ replayed: false });
  });

  it('excludes a command whose deadline passes while the group is written, and commits the others', async () => {
    const longDeadline = { deadlineAtMs: Date.now() + 2 * PAST_DEADLINE_MS };
    harness.onStep = async (step) => {
      if (step === 'written') harness.clock.aheadMs = PAST_DEADLINE_MS;
      return Promise.resolve();
    };
    const late = harness.run(harness.keyed(), async () => harness.create('late'));
    const others = names(3).map(async (name) =>
      harness.run(harness.keyed('ws_1', longDeadline), async () => harness.create(name)),
    );
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
    await Promise.all(others);
    expect(await nameOf()).toEqual(names(3));
  });

  it('does not include a command whose caller canceled before the group began', async () => {
    const abort = new AbortController();
    const gone = harness.run(harness.keyed('ws_1', { signal: abort.signal }), async () => {
      const commit = await harness.create('gone');
      return async () => {
        const reply = await commit();
        abort.abort();
        return reply;
      };
    });
    await expect(gone).rejects.toMatchObject({ kind: 'deadline' });
    expect(await harness.rows()).toEqual([]);
  });

  it('commits nothing when the database fails, and releases the idempotency keys', async () => {
    harness.outbox.failure = new Error('the disk is full');
    const calls = names(10).map((name) => ({ name, ctx: harness.keyed() }));
    const runAll = async () =>
      Promise.allSettled(
        calls.map(async ({ ctx, name }) => harness.run(ctx, async () => harness.create(name))),
      );
    expect(refusalsOf(await runAll())).toEqual(calls.map(() => harness.outbox.failure));
    expect(await harness.rows()).toEqual([]);
    harness.outbox.failure = undefined;
    expect(refusalsOf(await runAll())).toEqual([]);
    expect(await harness.events()).toHaveLength(10);
  });

  it('commits once when the server ends the transaction before its commit', async () => {
    let killed = false;
    harness.onStep = async (step) => {
      if (step !== 'written' || killed) return;
      killed = true;
      const sent = harness.commands.findLast(({ command }) => command['startTransaction'] === true);
      const lsid: unknown = sent?.command['lsid'];
      await harness.mongo.connection.db?.admin().command({ killSessions: [lsid] });
    };
    // One command is one group, so that the newest transaction is the one that has just been written.
    expect(refusalsOf(await createAll(names(1)))).toEqual([]);
    expect(killed).toBe(true);
    expect(await nameOf()).toEqual(names(1));
    expect(await harness.events()).toHaveLength(1);
  });
});

describe('a prepare step', () => {
  it('fails when it writes', async () => {
    const writing = harness.run(harness.call(), async () => {
      await harness.things.insertMany([
        { _id: newId('thing'), name: 'early', count: 0, version: 1 } as never,
      ]);
      return async () => Promise.resolve('never');
    });
    await expect(writing).rejects.toThrow('prepare step of a command wrote directly');
    expect(await harness.rows()).toEqual([]);
  });
});
