import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appNames, type AppName } from '@outreach/dev/names';
import { secretFiles } from '@outreach/dev/secret-files';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { appConfigOf, type Environment } from './src/app-configs.ts';
import { unknownNames, withSecrets } from './src/environment.ts';
import { temporarySecrets } from './src/temporary-secrets.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const SECRETS = '/run/secrets/outreach';

const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  env_file: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).optional(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  hostname: z.string().optional(),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: z.string(), timeout: z.string(), retries: z.int() })
    .optional(),
});
const composeSchema = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const compose = composeSchema.parse(parse(file, { merge: true }));
const secrets = temporarySecrets();

function serviceOf(name: string): z.output<typeof service> {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}.`);
  return found;
}

/** The environment of an app as Compose builds it: its files, then its own variables. */
function environmentOf(app: AppName): Environment {
  const { env_file: files = [], environment = {} } = serviceOf(app);
  const lines = files.flatMap((name) => readFileSync(path.join(root, name), 'utf8').split('\n'));
  const pairs = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return { ...Object.fromEntries(pairs), ...environment };
}

describe('docker-compose.yml', () => {
  it('has the five apps and their servers', () => {
    const servers = ['mongo', 'nats', 'redis', 'journal-owner'];
    expect(Object.keys(compose.services).toSorted()).toEqual([...appNames, ...servers].toSorted());
  });

  it.each(appNames)('builds %s from its image of the Dockerfile, without rights', (app) => {
    const { build, read_only: isReadOnly, cap_drop: dropped } = serviceOf(app);
    expect(build).toEqual({ context: '.', args: { APP: app } });
    expect([isReadOnly, dropped]).toEqual([true, ['ALL']]);
  });

  it.each(appNames)('configures %s with all required variables, and none that are unknown', (app) => {
    const mounted = serviceOf(app).volumes ?? [];
    expect(mounted).toContain(`./.secrets/${app}:${SECRETS}:ro`);
    const mount = { folder: SECRETS, files: secretFiles[app] };
    const env = withSecrets(environmentOf(app), mount, path.join(secrets, app));
    expect(unknownNames(app, env)).toEqual([]);
    expect(appConfigOf(app).load(env)).toMatchObject({ SHUTDOWN_DELAY_MS: 0 });
  });

  it.each(appNames)('starts the servers that %s is configured with', (app) => {
    const urls = Object.entries(environmentOf(app)).flatMap(([name, value = '']) => {
      if (/_(URI|URL)_FILE$/.test(name))
        return [readFileSync(path.join(secrets, app, path.basename(value)), 'utf8')];
      return /_(ADDRESS|URL)$/.test(name) && name !== 'PUBLIC_BASE_URL' ? [value] : [];
    });
    const hosts = urls.map((url) => url.replace(/^\w+:\/\//, '').replace(/:.*$/, ''));
    expect(hosts.length).toBeGreaterThan(0);
    expect(hosts.filter((host) => !(host in compose.services))).toEqual([]);
  });

  it('waits only for services that exist, and mounts only volumes that exist', () => {
    const all = Object.values(compose.services);
    const awaited = all.flatMap(({ depends_on: others = {} }) => Object.keys(others));
    expect(awaited.filter((name) => !(name in compose.services))).toEqual([]);
    const volumes = all.flatMap(({ volumes: mounted = [] }) => mounted.map((one) => one.split(':')[0] ?? ''));
    expect(volumes.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([]);
  });

  it('keeps the journal of sending on a volume, under a host name that does not change', () => {
    const { hostname, volumes = [] } = serviceOf('campaigns');
    const folder = environmentOf('campaigns')['SENDING_JOURNAL_DIR'] ?? '';
    const mounts = volumes.map((one) => one.split(':')).filter(([name]) => !name?.startsWith('.'));
    expect(mounts.some(([, target = '']) => folder.startsWith(`${target}/`))).toBe(true);
    expect(hostname).toBe('campaigns');
  });

  it('publishes only the gateway, on the loopback interface', () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(['gateway 127.0.0.1:8080:8080']);
  });

  it('builds from a context without the secrets', () => {
    const [first] = readFileSync(path.join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect([first, existsSync(path.join(root, 'Dockerfile'))]).toEqual(['*', true]);
  });
});
