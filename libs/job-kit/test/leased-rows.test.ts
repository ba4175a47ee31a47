import { beforeEach, describe, expect, it } from '@jest/globals';
import { runAsSystem } from '@outreach/mongo-kit';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createLeasedRows, ENDED, type LeasedRow, type LeasedRows } from '../src/leased-rows.ts';
import { LEASE_MS, startQueueHarness, type Item } from './queue-harness.ts';

const AHEAD_MS = 5_000;

const harness = await sharedByTests(startQueueHarness);

beforeEach(async () => harness.reset());

function leasedRows(): LeasedRows<Item> {
  const { model, clock } = harness;
  return createLeasedRows<Item>({ model, clock, ids: newId, leaseMs: LEASE_MS, index: 'work_due' });
}

async function claim(rows: LeasedRows<Item>, ids: readonly string[]): Promise<LeasedRow[]> {
  const { lease, rows: claimed } = await rows.claim(ids);
  return claimed.map((row) => ({ id: row._id, workspaceId: row.workspace_id, token: lease.token }));
}

async function dueIds(rows: LeasedRows<Item>): Promise<string[]> {
  const { due } = await rows.findDue({ max: 100, fields: [], aheadMs: AHEAD_MS });
  return due.map(({ _id }) => _id);
}

describe('leased rows', () => {
  it('returns due rows with the named fields, the earliest first and no more than asked', async () => {
    await harness.add('ws_1', ['a']);
    harness.clock.nowMs += 1;
    await harness.add('ws_2', ['b', 'c']);
    const found = await leasedRows().findDue({ max: 2, fields: ['workspace_id'], aheadMs: AHEAD_MS });
    expect(found.due).toMatchObject([{ _id: 'a', workspace_id: 'ws_1' }, { workspace_id: 'ws_2' }]);
    expect(found.due[0]).not.toHaveProperty('lease_token');
    expect(found.nextDueAt).toBeUndefined();
  });

  it('leaves out rows that a condition excludes', async () => {
    await harness.add('ws_1', ['a']);
    await harness.add('ws_2', ['b']);
    const where = { workspace_id: { $nin: ['ws_1'] } };
    const { due } = await leasedRows().findDue({ max: 10, fields: [], where });
    expect(due.map(({ _id }) => _id)).toEqual(['b']);
  });

  it('reports the next due time within the searched time only', async () => {
    const rows = leasedRows();
    harness.clock.nowMs += AHEAD_MS + 1;
    const nextDueAt = new Date(harness.clock.nowMs);
    await harness.add('ws_1', ['a']);
    harness.clock.nowMs -= AHEAD_MS + 1;
    const search = { max: 10, fields: [], aheadMs: AHEAD_MS };
    expect(await rows.findDue(search)).toEqual({ due: [], nextDueAt: undefined });
    harness.clock.nowMs += 1;
    expect(await rows.findDue(search)).toEqual({ due: [], nextDueAt });
    expect(await rows.findDue({ max: 10, fields: [] })).toEqual({ due: [], nextDueAt });
  });

  it('gives each row to one of two concurrent workers', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `row-${index}`);
    await harness.add('ws_1', ids);
    const both = await Promise.all([claim(leasedRows(), ids), claim(leasedRows(), ids)]);
    expect(
      both
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('hides a row that is created claimed until its lease has ended', async () => {
    const rows = leasedRows();
    const { token, untilMs } = rows.newLease();
    const born = { _id: 'a', workspace_id: 'ws_1', due_at: new Date(untilMs), lease_token: token };
    await runAsSystem('a test adds work', async () => harness.model.insertMany([born], { lean: true }));
    expect(await dueIds(leasedRows())).toEqual([]);
    const update = { $set: { note: 'sent', ...ENDED } };
    expect(await rows.change({ leased: { id: 'a', workspaceId: 'ws_1', token }, update })).toBe(true);
    expect(await harness.rows()).toMatchObject([{ note: 'sent', due_at: null, lease_token: null }]);
  });

  it('changes rows in one command and counts those whose lease passed to another worker', async () => {
    await harness.add('ws_1', ['a', 'b']);
    const rows = leasedRows();
    const late = await claim(rows, ['a', 'b']);
    harness.clock.nowMs += LEASE_MS;
    const [current] = await claim(rows, ['b']);
    const changes = late.map((leased) => ({ leased, update: { $set: { note: 'done', ...ENDED } } }));
    expect(await rows.changeAll(changes, { acknowledgedBy: 'primary' })).toBe(1);
    expect(await harness.rows()).toMatchObject([
      { _id: 'a', note: 'done', lease_token: null },
      { _id: 'b', lease_token: current?.token },
    ]);
    expect((await harness.rows())[1]).not.toHaveProperty('note');
  });

  it('releases rows that are then due at once, except the rows of another worker', async () => {
    await harness.add('ws_1', ['a', 'b']);
    const rows = leasedRows();
    const late = await claim(rows, ['a', 'b']);
    harness.clock.nowMs += LEASE_MS;
    await claim(leasedRows(), ['b']);
    await rows.release(late);
    expect(await dueIds(rows)).toEqual(['a']);
  });

  it('ends rows that are still due, and no row that a worker has claimed', async () => {
    await harness.add('ws_1', ['a', 'b']);
    const rows = leasedRows();
    const [claimed] = await claim(rows, ['b']);
    await rows.endDue(['a', 'b'], { note: 'ended' });
    expect(await harness.rows()).toMatchObject([
      { _id: 'a', note: 'ended', due_at: null },
      { _id: 'b', lease_token: claimed?.token },
    ]);
  });
});
