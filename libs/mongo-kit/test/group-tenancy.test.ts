import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { runAsSystem } from '../src/index.ts';
import { startGroupHarness, type Prepare } from './group-harness.ts';

const WORKSPACES = ['ws_a', 'ws_b', 'ws_c'] as const;

const harness = await sharedByTests(startGroupHarness);

beforeEach(async () => harness.reset());

async function createIn(workspaceId: string, name: string): Promise<string> {
  const outcome = await harness.run(harness.call(workspaceId), async () => harness.create(name));
  return 'reply' in outcome ? outcome.reply : '';
}

const storedNames = async (): Promise<string[]> =>
  (await harness.rows()).map(({ workspace_id, name }) => `${workspace_id} ${name}`);

describe('a shared transaction of several workspaces', () => {
  it('writes every document into the workspace of its command', async () => {
    await Promise.all(WORKSPACES.flatMap((ws) => ['x', 'y'].map(async (name) => createIn(ws, name))));
    expect(harness.countOf('commitTransaction')).toBeLessThan(6);
    expect((await storedNames()).sort()).toEqual(WORKSPACES.flatMap((ws) => [`${ws} x`, `${ws} y`]));
    expect(harness.violations).toEqual([]);
  });

  it('changes no document of another workspace when a command names its id', async () => {
    const foreign = await createIn('ws_b', 'theirs');
    const steal: Prepare = async () => async () => {
      const change = { filter: { _id: foreign, version: 1 }, set: { name: 'stolen' } };
      return String(await harness.units.writes.change(harness.things, change));
    };
    const [stolen] = await Promise.all([
      harness.run(harness.call('ws_a'), steal),
      createIn('ws_b', 'beside'),
      createIn('ws_c', 'beside'),
    ]);
    expect(stolen).toMatchObject({ reply: 'false' });
    expect(await storedNames()).toEqual(['ws_b beside', 'ws_c beside', 'ws_b theirs']);
    expect(harness.violations).toEqual([]);
  });

  it('refuses a document that names another workspace, and commits the others', async () => {
    const forge: Prepare = async () => async () => {
      const document = { _id: newId('thing'), workspace_id: 'ws_b', name: 'forged', count: 0, version: 1 };
      await harness.units.writes.insert(harness.things, [document]);
      return document._id;
    };
    const [forged] = await Promise.allSettled([
      harness.run(harness.call('ws_a'), forge),
      createIn('ws_b', 'own'),
    ]);
    expect(forged).toMatchObject({ reason: { message: expect.stringContaining('another workspace') } });
    expect(await storedNames()).toEqual(['ws_b own']);
  });

  it('excludes work that spans workspaces, which runs in a transaction of its own', async () => {
    const spanning: Prepare = async () => async () =>
      runAsSystem('writes for another workspace', async () => {
        const document = { _id: newId('thing'), workspace_id: 'ws_b', name: 'system', count: 0, version: 1 };
        await harness.units.writes.insert(harness.things, [document]);
        return document._id;
      });
    await Promise.all([harness.run(harness.call('ws_a'), spanning), createIn('ws_a', 'own')]);
    expect(await storedNames()).toEqual(['ws_a own', 'ws_b system']);
    expect(harness.countOf('commitTransaction')).toBe(2);
  });
});
