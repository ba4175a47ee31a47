/** @needs kubectl */
import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import path from 'node:path';
import type { AppName } from '@outreach/dev/names';
import { describe, expect, it } from '@jest/globals';
import { environmentOf } from './src/environment.ts';
import {
  appOf,
  OUTBOUND_WORKERS,
  OVERLAYS,
  readOverlay,
  selects,
  type Overlay,
  type OverlayName,
  type Peer,
  type Policy,
  type Workload,
} from './src/overlay.ts';
import { temporarySecrets } from './src/temporary-secrets.ts';

type Graph = Readonly<Partial<Record<AppName, readonly AppName[]>>>;

const callGraphFile = path.resolve(import.meta.dirname, '..', '..', 'tools', 'eslint', 'call-graph.mjs');
const { callGraph, eventsOnly } = (await import(callGraphFile)) as {
  readonly callGraph: Graph;
  readonly eventsOnly: Graph;
};

const secrets = temporarySecrets();

const GRPC_PORT = 50_051;

/** An edge between two workloads of an overlay: `gateway → auth:50051`. */
const edgeOf = (source: string, target: string, port: number): string => `${source} → ${target}:${port}`;

const natsEdges = [edgeOf('nats', 'nats', 6_222)];
const mongoEdges = [edgeOf('mongo-initiate', 'mongo', 27_017), edgeOf('mongo', 'mongo', 27_017)];
const serverEdges: Readonly<Record<OverlayName, readonly string[]>> = {
  dev: [...natsEdges, ...mongoEdges],
  prod: natsEdges,
  'prod-mtls': natsEdges,
};

/** One address of each network that no pod may reach as a public address. */
const PRIVATE_ADDRESSES = [
  ...['0.0.0.1', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.1'],
  ...[
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['::1', '64:ff9b::a00:1', '2001:db8::1', '2002:a00:1::1', 'fc00::1', 'fe80::1', 'ff02::1'],
];

const labelsOf = ({ spec }: Workload): Readonly<Record<string, string>> => spec.template.metadata.labels;
const selectedBy = ({ workloads }: Overlay, { spec }: Policy): readonly Workload[] =>
  workloads.filter((one) => selects(spec.podSelector, labelsOf(one)));

/** Names of the workloads that peers in the same namespace select. */
function namesOf({ workloads }: Overlay, peers: readonly Peer[]): readonly string[] {
  return peers.flatMap(({ podSelector, namespaceSelector }) =>
    podSelector === undefined || namespaceSelector !== undefined
      ? []
      : workloads.filter((one) => selects(podSelector, labelsOf(one))).map(({ metadata }) => metadata.name),
  );
}

/** The edges that the policies open for their targets (`ingress`) or for their sources (`egress`). */
function openEdges(overlay: Overlay, direction: 'ingress' | 'egress'): readonly string[] {
  const edges = overlay.policies.flatMap((policy) =>
    selectedBy(overlay, policy).flatMap(({ metadata: { name } }) =>
      direction === 'ingress'
        ? policy.spec.ingress.flatMap(({ from, ports }) =>
            namesOf(overlay, from).flatMap((source) => ports.map(({ port }) => edgeOf(source, name, port))),
          )
        : policy.spec.egress.flatMap(({ to, ports }) =>
            namesOf(overlay, to).flatMap((target) => ports.map(({ port }) => edgeOf(name, target, port))),
          ),
    ),
  );
  return [...new Set(edges)].toSorted();
}

/** The calls of a workload to services, from the table that lint reads, and the calls of the gateway to workers. */
function callEdgesOf(workload: Workload): readonly string[] {
  const app = appOf(workload);
  if (app === undefined) return [];
  const events = eventsOnly[app] ?? [];
  const called = (callGraph[app] ?? []).filter((service) => !events.includes(service));
  const workers = app === 'gateway' ? OUTBOUND_WORKERS : [];
  return [...called, ...workers].map((target) => edgeOf(workload.metadata.name, target, GRPC_PORT));
}

/** Addresses of other processes in the environment of a workload, as `host:port`. */
function addressesOf(overlay: Overlay, workload: Workload): readonly string[] {
  const env = environmentOf(overlay, workload, secrets);
  const texts = Object.entries(env).flatMap(([variable, value = '']) => {
    if (/_(ADDRESS|URL|ENDPOINT)$/.test(variable) && variable !== 'PUBLIC_BASE_URL') return [value];
    return /_(URI|URL)_FILE$/.test(variable) ? [readFileSync(value, 'utf8')] : [];
  });
  return texts.map((text) => text.replace(/^\w+:\/\//, '').replace(/\/.*$/, ''));
}

/** The edge to the pods behind an address such as `auth:50051`. Undefined for a host that is no Service. */
function edgeTo({ services, workloads }: Overlay, source: string, address: string): string | undefined {
  const [host, port] = address.split(':');
  const service = services.find(({ metadata }) => metadata.name === host);
  if (service === undefined) return undefined;
  const { selector: matchLabels, ports } = service.spec;
  const behind = workloads.find((one) => selects({ matchLabels, matchExpressions: [] }, labelsOf(one)));
  const name = ports.find((one) => one.port === Number(port))?.targetPort;
  const declared = behind?.spec.template.spec.containers.flatMap((one) => one.ports) ?? [];
  const found = declared.find((one) => one.name === name)?.containerPort;
  return edgeOf(source, behind?.metadata.name ?? 'no pod', found ?? 0);
}

/** The addresses of a list that a block contains. */
function reachable(block: NonNullable<Peer['ipBlock']>, addresses: readonly string[]): readonly string[] {
  const listOf = (networks: readonly string[]): BlockList => {
    const list = new BlockList();
    for (const network of networks) {
      const [base = '', bits] = network.split('/');
      list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4');
    }
    return list;
  };
  const [included, excluded] = [listOf([block.cidr]), listOf(block.except)];
  return addresses.filter((one) => {
    const family = isIPv6(one) ? 'ipv6' : 'ipv4';
    return included.check(one, family) && !excluded.check(one, family);
  });
}

describe.each(OVERLAYS)('the network of the overlay %s', (name) => {
  const overlay = readOverlay(name);
  const { policies, workloads } = overlay;
  const apps = workloads.filter((one) => appOf(one) !== undefined);
  const servers = apps.filter(({ kind }) => kind !== 'Job');
  const toServers = (target: string, port: number, sources: readonly Workload[]) =>
    sources.map(({ metadata }) => edgeOf(metadata.name, target, port));

  it('opens nothing by default', () => {
    const closed = policies.find(({ metadata }) => metadata.name === 'default-deny');
    expect(closed?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'], ingress: [], egress: [] });
    expect(closed && selectedBy(overlay, closed)).toEqual(workloads);
  });

  it('opens exactly the edges of the call graph and of the servers', () => {
    const wanted = [
      ...servers.flatMap(callEdgesOf),
      ...serverEdges[name],
      ...(name === 'dev'
        ? toServers(
            'mongo',
            27_017,
            apps.filter((one) => appOf(one) !== 'gateway'),
          )
        : []),
      ...toServers('nats', 4_222, apps),
      edgeOf('gateway', 'redis', 6_379),
      ...(name === 'dev' ? [] : toServers('otel-collector', 4_318, servers)),
    ];
    expect(openEdges(overlay, 'egress')).toEqual(wanted.toSorted());
  });

  it('opens each edge on both sides', () => {
    expect(openEdges(overlay, 'ingress')).toEqual(openEdges(overlay, 'egress'));
  });

  it('leads each address that a service is configured with to pods that it may reach', () => {
    const open = openEdges(overlay, 'egress');
    for (const server of servers) {
      for (const address of addressesOf(overlay, server)) {
        const edge = edgeTo(overlay, server.metadata.name, address);
        if (edge === undefined) expect([name === 'dev', address]).toEqual([false, 'mongo:27017']);
        else expect(open).toContain(edge);
      }
    }
  });

  it('admits other namespaces to the gateway and to metrics only', () => {
    const admitted = policies.flatMap(({ metadata, spec }) =>
      spec.ingress
        .filter(({ from }) => from.some(({ namespaceSelector }) => namespaceSelector))
        .flatMap(({ ports }) => ports.map(({ port }) => `${metadata.name}:${port}`)),
    );
    const metrics = servers.map(({ metadata }) => `${metadata.name}:9464`);
    const ingress = name === 'dev' ? [] : ['gateway-from-ingress:8080'];
    expect(admitted.toSorted()).toEqual([...metrics, ...ingress].toSorted());
  });

  it('lets the workers that call external servers reach public addresses, and no other pods', () => {
    const blocksOf = ({ spec }: Policy) =>
      spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const isPublic = (policy: Policy): boolean =>
      blocksOf(policy).some((block) => reachable(block, ['9.9.9.9', '2620:fe::9']).length > 0);
    const open = policies.filter(isPublic);
    const names = open.flatMap((policy) => selectedBy(overlay, policy)).map(({ metadata }) => metadata.name);
    expect(names.toSorted()).toEqual(OUTBOUND_WORKERS.toSorted());
    expect(open.flatMap(blocksOf).flatMap((block) => reachable(block, PRIVATE_ADDRESSES))).toEqual([]);
  });
});

describe('openEdges', () => {
  it('does not open an edge whose port is closed on one side', () => {
    const overlay = structuredClone(readOverlay('prod'));
    const policy = overlay.policies.find(({ metadata }) => metadata.name === 'contacts');
    for (const { ports } of policy?.spec.ingress ?? []) ports.pop();
    expect(openEdges(overlay, 'ingress')).not.toEqual(openEdges(overlay, 'egress'));
  });
});
