import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { BREAKS } from './src/broken-objects.ts';
import { parseManifests, type Manifests } from './src/manifests.ts';
import { OVERLAYS, renderedPath, type Overlay } from './src/render-overlay.ts';
import { RULES } from './src/rules.ts';

const RULE_COUNT_MIN = 25;

const rendered = new Map<Overlay, Manifests>(
  OVERLAYS.map((overlay) => [overlay, parseManifests(readFileSync(renderedPath(overlay), 'utf8'))]),
);
const objectsOf = (overlay: Overlay): Manifests => rendered.get(overlay) ?? [];

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it.each(RULES)('keeps the rule: $name', ({ find }) => {
    expect(find(objectsOf(overlay))).toEqual([]);
  });
});

describe('a rule', () => {
  it.each(RULES)('reports an object that breaks it: $name', ({ name, find }) => {
    const objects = structuredClone([...objectsOf('prod')]);
    const broken = BREAKS[name]?.(objects);
    expect(find(broken ?? objects)).not.toEqual([]);
  });

  it('has a name of its own, and there are at least 25', () => {
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
    expect(RULES.length).toBeGreaterThanOrEqual(RULE_COUNT_MIN);
    expect(Object.keys(BREAKS).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
  });
});
