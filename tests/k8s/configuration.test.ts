import { readFileSync } from 'node:fs';
import type { AppName } from '@outreach/dev';
import { describe, expect, it } from '@jest/globals';
import { appConfigOf } from './src/app-configs.ts';
import { environmentOf, unknownNames } from './src/environment.ts';
import { appOf, appsOf, isServer, ofKind, parseManifests, podsOfApps } from './src/manifests.ts';
import { OVERLAYS, renderedPath } from './src/render-overlay.ts';
import { temporarySecrets } from './src/temporary-secrets.ts';

const secrets = temporarySecrets();

function requireApp(name: string): AppName {
  const app = appOf(name);
  if (app === undefined) throw new Error(`${name} runs no service.`);
  return app;
}

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const objects = parseManifests(readFileSync(renderedPath(overlay), 'utf8'));

  const workloads = podsOfApps(objects).map(({ metadata }) => metadata.name);

  describe.each(workloads)('configures %s', (name) => {
    const app = requireApp(name);

    it('with variables of its configuration only', () => {
      expect(unknownNames(app, environmentOf(objects, name, secrets))).toEqual([]);
    });

    it('with all variables that it requires', () => {
      const env = environmentOf(objects, name, secrets);
      expect(appConfigOf(app).load(env)).toMatchObject({ LOG_LEVEL: 'info' });
    });

    it('with secrets from files only', () => {
      const env = environmentOf(objects, name, secrets);
      expect(appConfigOf(app).secrets.filter((secret) => secret in env)).toEqual([]);
    });
  });

  it('listens on the ports that the pods declare', () => {
    const listens = ({ ports }: { ports: readonly { containerPort: number }[] }) =>
      ports.map(({ containerPort }) => containerPort);
    for (const {
      metadata: { name },
    } of appsOf(objects)) {
      const env = environmentOf(objects, name, secrets);
      const config = appConfigOf(requireApp(name)).load(env) as Readonly<Record<string, string>>;
      const own = config['GRPC_LISTEN'] ?? config['HTTP_LISTEN'] ?? '';
      const wanted = [...(isServer(name) ? [own] : []), config['METRICS_LISTEN'] ?? ''].map((address) =>
        Number(address.split(':').at(-1)),
      );
      const [workload] = [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'StatefulSet')].filter(
        ({ metadata }) => metadata.name === name,
      );
      expect(listens({ ports: workload?.spec.template.spec.containers[0]?.ports ?? [] })).toEqual(wanted);
    }
  });
});

describe('the check of a configuration', () => {
  const objects = parseManifests(readFileSync(renderedPath('prod'), 'utf8'));
  const dataOf = (copy: typeof objects, app: string) =>
    ofKind(copy, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith(`${app}-`))?.data ?? {};

  it('reports a misspelled variable', () => {
    const copy = structuredClone(objects);
    dataOf(copy, 'webhooks')['DELIVERY_CONCURENCY'] = '10';
    expect(unknownNames('webhooks', environmentOf(copy, 'webhooks', secrets))).toEqual([
      'DELIVERY_CONCURENCY',
    ]);
  });

  it('reports a missing variable', () => {
    const copy = structuredClone(objects);
    delete dataOf(copy, 'campaigns')['CONTACTS_ADDRESS'];
    const { load } = appConfigOf('campaigns');
    expect(() => load(environmentOf(copy, 'campaigns', secrets))).toThrow('CONTACTS_ADDRESS');
  });

  it('reports a secret that is not mounted', () => {
    const copy = structuredClone(objects);
    dataOf(copy, 'auth')['SERVICE_KEY_PREVIOUS_FILE'] = '/run/secrets/outreach/SERVICE_KEY_PREVIOUS';
    expect(() => environmentOf(copy, 'auth', secrets)).toThrow('SERVICE_KEY_PREVIOUS');
  });
});
