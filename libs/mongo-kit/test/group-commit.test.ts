import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGroupHarness } from './group-harness.ts';

/** Later than the deadline of any call of these tests. */
const TOO_LATE_MS = 60_000;

const harness = await sharedByTests(startGroupHarness);

beforeEach(async () => harness.reset());

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `thing-${index}`);
const nameOf = async (): Promise<string[]> => (await harness.rows()).map(({ name }) => name);

/** Creates at one moment, each in a call of its own. */
async function createAll(wanted: readonly string[]): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(
    wanted.map(async (name) => harness.run(harness.keyed(), async () => harness.create(name))),
  );
}

const refusalsOf = (ends: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));

describe('commands of one moment', () => {
  it('share transactions, and each has its effect, its event and its reply', async () => {
    const ends = await createAll(names(40));
    expect(refusalsOf(ends)).toEqual([]);
    expect(harness.countOf('commitTransaction')).toBeLessThanOrEqual(8);
    const rows = await harness.rows();
    expect(rows.map(({ name }) => name).sort()).toEqual(names(40).sort());
    expect((await harness.events()).sort()).toEqual(rows.map(({ _id }) => _id).sort());
    const replies = ends.map((end) => end.status === 'fulfilled' && end.value);
    expect(replies).toEqual(replies.map(() => expect.objectContaining({ replayed: false })));
  });

  it('answer their keys again, each with its own reply and without a second effect', async () => {
    const calls = names(20).map((name) => ({ name, ctx: harness.keyed() }));
    const runAll = async () =>
      Promise.all(calls.map(async ({ ctx, name }) => harness.run(ctx, async () => harness.create(name))));
    const first = await runAll();
    const second = await runAll();
    expect(second).toEqual(first.map((outcome) => ({ ...outcome, replayed: true })));
    expect(await harness.events()).toHaveLength(20);
  });

  it('have one effect for one key', async () => {
    const ctx = harness.keyed();
    const outcomes = await Promise.all(
      names(30).map(async () => harness.run(ctx, async () => harness.create('one'))),
    );
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await harness.events()).toHaveLength(1);
  });

  it('without anything to write need no transaction', async () => {
    const outcome = await harness.run(harness.call(), async () => Promise.resolve('read'));
    expect(outcome).toEqual({ reply: 'read', replayed: false });
    expect(harness.countOf('commitTransaction')).toBe(0);
  });

  it('are each told of every step', async () => {
    const steps: string[] = [];
    harness.onStep = async (step) => void steps.push(step);
    await createAll(names(3));
    for (const step of ['claimed', 'written', 'committed', 'answering']) {
      expect(steps.filter((told) => told === step)).toHaveLength(3);
    }
    expect(steps.indexOf('committed')).toBeGreaterThan(steps.indexOf('written'));
  });

  it('go on while a group before them stands', async () => {
    const released = Promise.withResolvers<undefined>();
    let standing = 0;
    harness.onStep = async (step) => {
      if (step !== 'written' || standing >= 2) return;
      standing += 1;
      await released.promise;
    };
    const stuck: Promise<unknown>[] = [];
    for (const name of ['stuck-1', 'stuck-2']) {
      stuck.push(harness.run(harness.keyed(), async () => harness.create(name)));
      await eventually(() => expect(standing).toBe(stuck.length));
    }
    expect(refusalsOf(await createAll(names(5)))).toEqual([]);
    expect(await nameOf()).toEqual(names(5));
    released.resolve(undefined);
    await Promise.all(stuck);
    expect(await nameOf()).toHaveLength(7);
  });
});

describe('one command of a group', () => {
  it('that meets a unique index is decided by its rule, and harms no other', async () => {
    const ends = await createAll([...names(10), 'thing-3']);
    expect(refusalsOf(ends)).toEqual([
      expect.objectContaining({ kind: 'conflict', details: { reason: 'taken' } }),
    ]);
    expect((await nameOf()).sort()).toEqual(names(10).sort());
    expect(await harness.events()).toHaveLength(10);
  });

  it('that meets a newer version reads again, and harms no other', async () => {
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

  it('that the domain refuses keeps its refusal, and harms no other', async () => {
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

  it('that writes past its hand-over runs in a transaction of its own', async () => {
    const id = newId('thing');
    const insert = async (): Promise<string> => {
      await harness.things.insertMany([{ _id: id, name: 'direct', count: 0, version: 1 } as never]);
      return id;
    };
    const failing = harness.run(harness.call(), async () => {
      await insert();
      throw new Error('late');
    });
    await expect(failing).rejects.toThrow('late');
    expect(await harness.rows()).toEqual([]);
    await harness.run(harness.call(), insert);
    expect(await nameOf()).toEqual(['direct']);
    expect(harness.countOf('commitTransaction')).toBe(1);
  });

  it('whose run was taken over commits nothing', async () => {
    const ctx = harness.keyed();
    const records = harness.mongo.connection.collection<{ _id: string }>('idempotency');
    const overtaken = harness.run(ctx, async () => {
      const reply = await harness.create('overtaken');
      await records.updateOne({ _id: ctx.idempotency?.id ?? '' }, { $set: { owner: 'another' } });
      return reply;
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await harness.rows()).toEqual([]);
    expect(await harness.events()).toEqual([]);
  });
});

describe('nothing is committed', () => {
  it('of a command whose deadline passes before its group begins', async () => {
    const ctx = harness.keyed();
    const late = harness.run(ctx, async () => {
      harness.clock.aheadMs = TOO_LATE_MS;
      return harness.create('late');
    });
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
    expect(await harness.rows()).toEqual([]);
    harness.clock.aheadMs = 0;
    expect(await harness.run(ctx, async () => harness.create('late'))).toMatchObject({ replayed: false });
  });

  it('of a command whose deadline passes while its group is written; the others commit', async () => {
    const patient = { deadlineAtMs: Date.now() + 2 * TOO_LATE_MS };
    harness.onStep = async (step) => {
      if (step === 'written') harness.clock.aheadMs = TOO_LATE_MS;
      return Promise.resolve();
    };
    const late = harness.run(harness.keyed(), async () => harness.create('late'));
    const others = names(3).map(async (name) =>
      harness.run(harness.keyed('ws_1', patient), async () => harness.create(name)),
    );
    await expect(late).rejects.toMatchObject({ kind: 'deadline' });
    await Promise.all(others);
    expect(await nameOf()).toEqual(names(3));
  });

  it('of a command whose caller has gone before its group begins', async () => {
    const abort = new AbortController();
    const gone = harness.run(harness.keyed('ws_1', { signal: abort.signal }), async () => {
      const reply = await harness.create('gone');
      abort.abort();
      return reply;
    });
    await expect(gone).rejects.toMatchObject({ kind: 'deadline' });
    expect(await harness.rows()).toEqual([]);
  });

  it('of a group that the database fails, and its keys are free again', async () => {
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

  it('twice when the server ends the transaction before its commit', async () => {
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
