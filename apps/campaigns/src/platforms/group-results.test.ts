import { describe, expect, it } from '@jest/globals';
import { createGroups } from './group-results.ts';

function newGroups(itemsMax = 4) {
  const commits: (readonly [string, readonly string[]])[] = [];
  const gates: (() => void)[] = [];
  let failing: string | undefined;
  const groups = createGroups<string, string>({
    itemsMax,
    commit: async (key, items) => {
      commits.push([key, items]);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (failing !== undefined && items.includes(failing)) throw new Error(`${failing} fails`);
      return new Map(items.map((item) => [item, `${item} done`]));
    },
  });
  /** Ends the commits until none is left. */
  const endAll = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) {
      gates.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { groups, commits, endAll, fail: (item: string) => (failing = item) };
}

describe('groups', () => {
  it('commit one key at a time, and items that arrive meanwhile together', async () => {
    const { groups, commits, endAll } = newGroups();
    const results = [['a'], ['b'], ['c', 'd'], ['e', 'f'], ['g']].map(async (items) =>
      groups.commit('ws_1', items),
    );
    const other = groups.commit('ws_2', ['x']);
    expect(commits).toEqual([
      ['ws_1', ['a']],
      ['ws_2', ['x']],
    ]);
    await endAll();
    expect(commits.slice(2)).toEqual([
      ['ws_1', ['b', 'c', 'd']],
      ['ws_1', ['e', 'f', 'g']],
    ]);
    expect(
      (await Promise.all(results)).map((statuses, index) => statuses.get('abceg'.charAt(index))),
    ).toEqual(['a done', 'b done', 'c done', 'e done', 'g done']);
    expect((await other).get('x')).toBe('x done');
  });

  it('commit each caller alone after an error, and only the caller with the error fails', async () => {
    const { groups, commits, endAll, fail } = newGroups();
    fail('c');
    const results = Promise.allSettled(
      [['a'], ['b'], ['c'], ['d']].map(async (items) => groups.commit('ws_1', items)),
    );
    await endAll();
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(commits.map(([, items]) => items)).toEqual([['a'], ['b', 'c', 'd'], ['b'], ['c'], ['d']]);
  });

  it('refuse items when too many wait', async () => {
    const { groups, endAll } = newGroups(20_000);
    const first = groups.commit('ws_1', ['a']);
    const many = groups.commit(
      'ws_1',
      Array.from({ length: 20_000 }, (_, index) => `item ${index}`),
    );
    await expect(groups.commit('ws_2', ['b'])).rejects.toMatchObject({ kind: 'unavailable' });
    await endAll();
    await Promise.all([first, many]);
  });
});
