import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { idOf, parseManifests, type Manifests } from './src/manifests.ts';
import { headerOf, OVERLAYS, renderedPath, renderOverlay, sourceHash } from './src/render-overlay.ts';

const byId = (objects: Manifests): Manifests =>
  objects.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));

describe.each(OVERLAYS)('the rendered overlay %s', (overlay) => {
  const text = readFileSync(renderedPath(overlay), 'utf8');

  // Where neither kubectl nor kustomize is installed, the hash alone shows that the file belongs to the sources.
  it('is rendered from the sources as they are (run npm run k8s:render otherwise)', () => {
    expect(text.startsWith(headerOf(sourceHash()))).toBe(true);
    const rendered = renderOverlay(overlay) ?? text;
    expect(byId(parseManifests(text))).toEqual(byId(parseManifests(rendered)));
  });

  it('names each object once', () => {
    const ids = parseManifests(text).map(idOf);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
