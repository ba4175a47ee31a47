/** @needs kubectl */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBinaries } from '@outreach/dev';
import type { AppName } from '@outreach/dev/names';
import { secretFiles } from '@outreach/dev/secret-files';
import { describe, expect, it } from '@jest/globals';
import { appConfigOf } from './src/app-configs.ts';
import { environmentOf, unknownNames } from './src/environment.ts';
import { appOf, OUTBOUND_WORKERS, OVERLAYS, readOverlay, type Workload } from './src/overlay.ts';
import { temporarySecrets } from './src/temporary-secrets.ts';

const secrets = temporarySecrets();
const HASH = /-[a-z0-9]{10}$/;

function requireApp(workload: Workload): AppName {
  const app = appOf(workload);
  if (app === undefined) throw new Error(`${workload.metadata.name} runs no service.`);
  return app;
}

describe.each(OVERLAYS)('the overlay %s', (name) => {
  const overlay = readOverlay(name);
  const { configMaps, workloads } = overlay;
  const ofApps = workloads.filter((workload) => appOf(workload) !== undefined);
  const load = (workload: Workload): Readonly<Record<string, unknown>> =>
    appConfigOf(requireApp(workload)).load(environmentOf(overlay, workload, secrets)) as Readonly<
      Record<string, unknown>
    >;

  describe.each(ofApps.map((workload) => [workload.metadata.name, workload] as const))(
    'configures %s',
    (_, workload) => {
      const app = requireApp(workload);

      it('with all variables that it requires, and none that are unknown', () => {
        expect(load(workload)).toMatchObject({ LOG_LEVEL: 'info' });
        expect(unknownNames(app, environmentOf(overlay, workload, secrets))).toEqual([]);
      });

      it('with secrets from files of its own Secret only', () => {
        const env = environmentOf(overlay, workload, secrets);
        expect(appConfigOf(app).secrets.filter((secret) => secret in env)).toEqual([]);
        const mounted = workload.spec.template.spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []);
        expect([app, `${app}-grpc`]).toEqual(
          expect.arrayContaining(mounted.map((one) => one.replace(HASH, ''))),
        );
      });
    },
  );

  const servers = ofApps.filter(({ kind }) => kind !== 'Job');

  it.each(servers.map((workload) => [workload.metadata.name, workload] as const))(
    'lets %s listen on the ports that its pod declares',
    (server, workload) => {
      const { GRPC_LISTEN, HTTP_LISTEN, METRICS_LISTEN } = load(workload);
      const isCalled = !server.endsWith('-worker') || OUTBOUND_WORKERS.includes(server);
      const listens = [...(isCalled ? [GRPC_LISTEN ?? HTTP_LISTEN] : []), METRICS_LISTEN];
      const declared = workload.spec.template.spec.containers.flatMap(({ ports }) => ports);
      expect(declared.map(({ containerPort }) => `:${containerPort}`)).toEqual(
        listens.map((address) => String(address).replace(/^.*(?=:)/, '')),
      );
    },
  );

  it('uses each ConfigMap, and changes its name with its content, so that pods restart', () => {
    const unused = configMaps.filter(
      ({ metadata }) => overlay.yaml.split(`name: ${metadata.name}\n`).length < 3,
    );
    expect(unused.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(configMaps.filter(({ metadata }) => !HASH.test(metadata.name))).toEqual([]);
  });

  it('has a nats.conf that nats-server accepts', async () => {
    const { natsServer } = await findBinaries(process.env);
    const folder = mkdtempSync(path.join(tmpdir(), 'outreach-nats-'));
    const file = path.join(folder, 'nats.conf');
    const text = configMaps.find(({ data }) => 'nats.conf' in data)?.data['nats.conf'] ?? '';
    const env = { ...process.env, POD_NAME: 'nats-0' };
    // With -t the server checks its configuration and ends.
    const run = () => execFileSync(natsServer, ['-t', '-c', file], { env, stdio: 'pipe' });
    writeFileSync(file, text);
    expect(run).not.toThrow();
    writeFileSync(file, text.replace('sync_interval', 'sync_intervall'));
    expect(run).toThrow('sync_intervall');
    rmSync(folder, { recursive: true });
  });
});

describe('the overlay dev', () => {
  it('has the files that npm run keys makes in the Secret of each service', () => {
    const held = readOverlay('dev').secrets.map(({ metadata, data }) => [
      metadata.name.replace(HASH, ''),
      Object.keys(data).toSorted(),
    ]);
    const made = Object.entries(secretFiles).map(([app, files]) => [app, [...files].toSorted()]);
    expect(held.toSorted()).toEqual(made.toSorted());
  });
});

describe('the check of a configuration', () => {
  const overlay = readOverlay('prod');
  const changed = (name: string, change: (data: Record<string, string>) => void) => {
    const copy = structuredClone(overlay);
    const workload = copy.workloads.find(({ metadata }) => metadata.name === name);
    const config = copy.configMaps.find(({ metadata }) => metadata.name.replace(HASH, '') === name);
    if (workload === undefined || config === undefined) throw new Error(`${name} does not exist.`);
    change(config.data);
    return { workload, env: () => environmentOf(copy, workload, secrets) };
  };

  it('reports a misspelled variable', () => {
    const { env } = changed('webhooks', (data) => void (data['DELIVERY_CONCURENCY'] = '10'));
    expect(unknownNames('webhooks', env())).toEqual(['DELIVERY_CONCURENCY']);
  });

  it('reports a missing variable', () => {
    const { env } = changed('campaigns', (data) => delete data['CONTACTS_ADDRESS']);
    expect(() => appConfigOf('campaigns').load(env())).toThrow('CONTACTS_ADDRESS');
  });

  it('reports a secret that is not mounted', () => {
    const file = '/run/secrets/outreach/SERVICE_KEY_PREVIOUS';
    const { env } = changed('auth', (data) => void (data['SERVICE_KEY_PREVIOUS_FILE'] = file));
    expect(env).toThrow('SERVICE_KEY_PREVIOUS');
  });
});
