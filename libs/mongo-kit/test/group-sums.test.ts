import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId, withCall } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { defineModel, runAsSystem, tenantSchema } from '../src/index.ts';
import { startGroupHarness } from './group-harness.ts';

interface Row {
  readonly _id: string;
  readonly workspace_id: string;
  readonly cell: string;
  readonly difference: number;
}

const COMMANDS = 40;
const CELLS = 4;
const harness = await sharedByTests(startGroupHarness);
const model = defineModel(
  harness.mongo.connection,
  'sums',
  tenantSchema<Row>({ _id: String, cell: String, difference: Number }),
);
await model.createCollection();

beforeEach(async () => {
  await harness.reset();
  await harness.mongo.connection.collection('sums').deleteMany({});
});

async function add(workspaceId: string, cell: string, difference: number): Promise<void> {
  await harness.run(harness.call(workspaceId), async () => async () => {
    await harness.units.writes.insertSums<Row>(
      model,
      [{ _id: newId('cnt'), cell, difference }],
      'difference',
    );
    return cell;
  });
}

const rows = async (): Promise<Row[]> =>
  runAsSystem('a test reads all workspaces', async () => model.find().lean<Row[]>());

describe('rows of which sums are read', () => {
  it('are one row for each cell and workspace in a shared transaction', async () => {
    const commands = Array.from({ length: COMMANDS }, (_, index) => ({
      workspaceId: index % 2 === 0 ? 'ws_1' : 'ws_2',
      cell: `cell-${String(index % CELLS)}`,
    }));
    await Promise.all(commands.map(async ({ workspaceId, cell }) => add(workspaceId, cell, 2)));
    const stored = await rows();
    const transactions = harness.countOf('commitTransaction');
    expect(transactions).toBeLessThanOrEqual(COMMANDS / CELLS / 2);
    expect(stored.length).toBeLessThanOrEqual(transactions * CELLS);
    for (const wanted of commands.slice(0, CELLS)) {
      const own = stored.filter(({ cell }) => cell === wanted.cell);
      expect(new Set(own.map(({ workspace_id }) => workspace_id))).toEqual(new Set([wanted.workspaceId]));
      expect(own.reduce((sum, { difference }) => sum + difference, 0)).toBe((2 * COMMANDS) / CELLS);
    }
  });

  it('are not stored when their sum is zero', async () => {
    // The first command runs alone; the others share the transaction after it.
    await Promise.all([
      add('ws_1', 'other', 1),
      ...Array.from({ length: COMMANDS }, async (_, index) => add('ws_1', 'moved', index % 2 === 0 ? 1 : -1)),
    ]);
    const stored = await rows();
    expect(stored.reduce((sum, { difference }) => sum + difference, 0)).toBe(1);
    expect(stored.length).toBeLessThan(COMMANDS / 2);
  });

  it('are stored one by one in a transaction of its own', async () => {
    await withCall(harness.call(), async () =>
      harness.units.unitOfWork(async () => {
        const pair = [1, 2].map((difference) => ({ _id: newId('cnt'), cell: 'one', difference }));
        await harness.units.writes.insertSums<Row>(model, pair, 'difference');
      }),
    );
    expect((await rows()).map(({ difference }) => difference).toSorted()).toEqual([1, 2]);
  });
});
