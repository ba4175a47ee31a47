import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CERT_MANAGER } from './src/cert-manager.ts';
import { ofKind, parseManifests, type ManifestOf } from './src/manifests.ts';
import { OVERLAYS, renderedPath, type Overlay } from './src/render-overlay.ts';
import { parseManifest } from './src/schemas.ts';
import { typeErrorsOf } from './src/type-errors.ts';

const objectsOf = (overlay: Overlay) => parseManifests(readFileSync(renderedPath(overlay), 'utf8'));

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it('has objects of the types of Kubernetes only, without unknown members', () => {
    const builtIn = objectsOf(overlay).filter(({ apiVersion }) => apiVersion !== CERT_MANAGER);
    expect(builtIn.length).toBeGreaterThan(0);
    expect(typeErrorsOf(builtIn)).toEqual([]);
  });
});

describe('the models', () => {
  const [deployment] = ofKind(objectsOf('prod'), 'Deployment');
  const withSpec = (members: object): ManifestOf<'Deployment'> => {
    if (deployment === undefined) throw new Error('The overlay prod has no Deployment.');
    return { ...deployment, spec: { ...deployment.spec, ...members } };
  };
  const withContainer = (members: object): ManifestOf<'Deployment'> => {
    const { spec } = withSpec({});
    const containers = spec.template.spec.containers.map((one) => ({ ...one, ...members }));
    return withSpec({ template: { ...spec.template, spec: { ...spec.template.spec, containers } } });
  };

  it('refuse misspelled members of an object and of its containers', () => {
    const faults = [withSpec({ replicsa: 2 }), withContainer({ imagePullPolcy: 'Always' })];
    expect(typeErrorsOf(faults)).toEqual([
      expect.stringContaining(`'"replicsa"' does not exist in type 'IDeploymentSpec'`),
      expect.stringContaining(`'"imagePullPolcy"' does not exist in type 'IContainer'`),
    ]);
  });

  it('refuse a member of a wrong type', () => {
    expect(() => parseManifest(withSpec({ minReadySeconds: 'five' }))).toThrow(
      'minReadySeconds must be integer',
    );
    expect(() => parseManifest(withContainer({ args: 'start' }))).toThrow('args must be array');
  });

  it('refuse a missing member', () => {
    expect(() => parseManifest(withSpec({ selector: undefined }))).toThrow('selector');
  });

  it('refuse an unknown kind and an unknown version', () => {
    expect(() => parseManifest({ apiVersion: 'v1', kind: 'Deploymnet' })).toThrow('kind');
    expect(() => parseManifest({ ...withSpec({}), apiVersion: 'apps/v2' })).toThrow(
      'apiVersion must be equal to',
    );
  });

  it('refuse an unknown member of an object of cert-manager', () => {
    const [certificate] = ofKind(objectsOf('prod-mtls'), 'Certificate');
    expect(() => parseManifest({ ...certificate, speck: {} })).toThrow('speck');
  });
});
