import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './tree.ts';

type Graph = Readonly<Record<string, readonly string[]>>;

const { featureGraph } = (await import(join(root, 'tools', 'eslint', 'feature-graph.mjs'))) as {
  readonly featureGraph: Readonly<Record<string, Graph>>;
};
const apps = Object.entries(featureGraph).map(([app, graph]) => ({ app, graph }));

/** The folders of a service; each is a feature. */
function foldersOf(app: string): string[] {
  const folder = join(root, 'apps', app, 'src');
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Features on or behind a cycle: removes features without edges until none is left to remove. */
function cyclicFeatures(graph: Graph): string[] {
  const open = new Map(Object.entries(graph));
  for (;;) {
    const free = [...open].filter(([, edges]) => edges.every((edge) => !open.has(edge)));
    if (free.length === 0) return [...open.keys()];
    for (const [name] of free) open.delete(name);
  }
}

describe('the feature graph', () => {
  it.each(apps)('names exactly the feature folders of $app', ({ app, graph }) => {
    expect(Object.keys(graph).toSorted()).toEqual(foldersOf(app).toSorted());
    const withoutIndex = Object.keys(graph).filter(
      (name) => !existsSync(join(root, 'apps', app, 'src', name, 'index.ts')),
    );
    expect(withoutIndex).toEqual([]);
  });

  it.each(apps)('has edges of $app to its own features only', ({ graph }) => {
    const unknown = Object.values(graph).flatMap((edges) => edges.filter((edge) => !(edge in graph)));
    expect(unknown).toEqual([]);
  });

  it.each(apps)('has no cycle in $app', ({ graph }) => {
    expect(cyclicFeatures(graph)).toEqual([]);
  });

  it('has a cycle when two features import each other', () => {
    expect(cyclicFeatures({ a: ['b'], b: ['a'], c: [] })).toEqual(['a', 'b']);
  });
});
