import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type AppName } from '@outreach/dev';
import { describe, expect, it } from '@jest/globals';
import { environmentOf } from './src/environment.ts';
import {
  appOf,
  appsOf,
  ofKind,
  OUTBOUND_WORKERS,
  parseManifests,
  podsOfApps,
  type Manifests,
} from './src/manifests.ts';
import { edgeOf, openEdges, resolveAddress } from './src/network-graph.ts';
import { OVERLAYS, renderedPath, type Overlay } from './src/render-overlay.ts';
import { temporarySecrets } from './src/temporary-secrets.ts';

type Graph = Readonly<Partial<Record<AppName, readonly AppName[]>>>;

const callGraphFile = path.resolve(import.meta.dirname, '..', '..', 'tools', 'eslint', 'call-graph.mjs');
const { callGraph, eventsOnly } = (await import(callGraphFile)) as {
  readonly callGraph: Graph;
  readonly eventsOnly: Graph;
};

const secrets = temporarySecrets();

const GRPC_PORT = 50_051;
const serverEdges: Readonly<Record<Overlay, readonly string[]>> = {
  dev: [
    edgeOf('mongo-initiate', 'mongo', 27_017),
    edgeOf('mongo', 'mongo', 27_017),
    edgeOf('nats', 'nats', 6_222),
  ],
  prod: [edgeOf('nats', 'nats', 6_222)],
  'prod-mtls': [edgeOf('nats', 'nats', 6_222)],
};

/** The calls of a workload to services, from the table that lint reads, and the calls of the gateway to workers. */
function callEdgesOf(name: string): readonly string[] {
  const app = appOf(name);
  if (app === undefined) return [];
  const events = eventsOnly[app] ?? [];
  const called = (callGraph[app] ?? []).filter((service) => !events.includes(service));
  const workers = app === 'gateway' ? OUTBOUND_WORKERS : [];
  return [...called, ...workers].map((target) => edgeOf(name, target, GRPC_PORT));
}

/** Addresses of other processes in the environment of a workload, as `host:port`. */
function addressesOf(objects: Manifests, name: string): readonly string[] {
  const env = environmentOf(objects, name, secrets);
  const texts = Object.entries(env).flatMap(([variable, value = '']) => {
    if (/_(ADDRESS|URL|ENDPOINT)$/.test(variable) && variable !== 'PUBLIC_BASE_URL') return [value];
    return /_(URI|URL)_FILE$/.test(variable) ? [readFileSync(value, 'utf8')] : [];
  });
  return texts.map((text) => text.replace(/^\w+:\/\//, '').replace(/\/.*$/, ''));
}

describe.each(OVERLAYS)('the network of the overlay %s', (overlay) => {
  const objects = parseManifests(readFileSync(renderedPath(overlay), 'utf8'));

  const apps = podsOfApps(objects).map(({ metadata }) => metadata.name);
  const servers = appsOf(objects).map(({ metadata }) => metadata.name);
  const databaseEdges = apps.filter((app) => app !== 'gateway').map((app) => edgeOf(app, 'mongo', 27_017));

  it('opens exactly the edges of the call graph and of the servers', () => {
    const wanted = [
      ...servers.flatMap(callEdgesOf),
      ...serverEdges[overlay],
      ...(overlay === 'dev' ? databaseEdges : []),
      ...apps.map((app) => edgeOf(app, 'nats', 4_222)),
      edgeOf('gateway', 'redis', 6_379),
      ...(overlay === 'dev' ? [] : servers.map((app) => edgeOf(app, 'otel-collector', 4_318))),
    ];
    expect(openEdges(objects, 'Egress')).toEqual(wanted.toSorted());
  });

  it('opens each edge on both sides', () => {
    expect(openEdges(objects, 'Ingress')).toEqual(openEdges(objects, 'Egress'));
  });

  it.each(servers)('leads each address that %s is configured with to pods that it may reach', (app) => {
    const open = new Set(openEdges(objects, 'Egress'));
    for (const address of addressesOf(objects, app)) {
      const target = resolveAddress(objects, address);
      if (target === undefined) expect([overlay === 'dev', address]).toEqual([false, 'mongo:27017']);
      else expect(open).toContain(edgeOf(app, target.name, target.port));
    }
  });

  it('admits other namespaces to the gateway and to metrics only', () => {
    const admitted = ofKind(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec.ingress ?? [])
        .filter(({ from = [] }) => from.some(({ namespaceSelector }) => namespaceSelector))
        .flatMap(({ ports = [] }) => ports.map(({ port }) => `${metadata.name}:${port}`)),
    );
    const metrics = servers.map((app) => `${app}:9464`);
    const ingress = overlay !== 'dev' ? ['gateway-from-ingress:8080'] : [];
    expect(admitted.toSorted()).toEqual([...metrics, ...ingress].toSorted());
  });
});

describe('openEdges', () => {
  it('does not open an edge whose port is wrong on one side', () => {
    const objects = structuredClone(parseManifests(readFileSync(renderedPath('prod'), 'utf8')));
    for (const { metadata, spec } of ofKind(objects, 'NetworkPolicy'))
      if (metadata.name === 'contacts') for (const { ports = [] } of spec.ingress ?? []) ports.pop();
    expect(openEdges(objects, 'Ingress')).not.toEqual(openEdges(objects, 'Egress'));
  });
});
