import ipaddr from 'ipaddr.js';
import {
  appOf,
  idOf,
  ofKind,
  OUTBOUND_WORKERS,
  selects,
  serversOf,
  workloadsOf,
  type ManifestOf,
  type Manifests,
  type Workload,
} from './manifests.ts';
import { violations, type Rule } from './rule.ts';
import type { Peer } from './schemas.ts';

type Policy = ManifestOf<'NetworkPolicy'>;
type Service = ManifestOf<'Service'>;

/** One address of each network that no pod may reach as a public address. */
const PRIVATE_ADDRESSES = [
  '0.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:a00:1::1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
] as const;

const labelsOf = ({ spec }: Workload): Readonly<Record<string, string>> => spec.template.metadata.labels;

const portsOf = ({ spec }: Workload) => spec.template.spec.containers.flatMap(({ ports = [] }) => ports);

const isSelectedBy = (objects: Manifests, { spec }: Policy): readonly Workload[] =>
  workloadsOf(objects).filter((workload) => selects(spec.podSelector, labelsOf(workload)));

const egressOf = (policies: readonly Policy[]): readonly Peer[] =>
  policies.flatMap(({ spec }) => (spec.egress ?? []).flatMap(({ to = [] }) => to));

const blocksOf = (policy: Policy): readonly NonNullable<Peer['ipBlock']>[] =>
  egressOf([policy]).flatMap(({ ipBlock }) => ipBlock ?? []);

function contains({ cidr, except = [] }: NonNullable<Peer['ipBlock']>, address: string): boolean {
  const parsed = ipaddr.parse(address);
  const isIn = (network: string): boolean => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  };
  return isIn(cidr) && !except.some(isIn);
}

/** Blocks wider than this are the internet, smaller ones are networks of the operator. */
const NETWORK_BITS_MIN = 8;
const isInternet = ({ cidr }: NonNullable<Peer['ipBlock']>): boolean =>
  ipaddr.parseCIDR(cidr)[1] < NETWORK_BITS_MIN;

const opensInternet = (policy: Policy): boolean => blocksOf(policy).some(isInternet);

/** Peers and ports of a rule. An absent list allows everything. */
function isNamed(peers: readonly Peer[] | undefined, ports: readonly unknown[] | undefined): boolean {
  const named = (peers ?? []).every(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      ipBlock !== undefined ||
      [podSelector, namespaceSelector].some((one) => Object.keys(one ?? {}).length > 0),
  );
  return named && (peers ?? []).length > 0 && (ports ?? []).length > 0;
}

/** Peers in this namespace are pods of this overlay, and listen on the ports of the rule. */
function reachesPods(objects: Manifests, policy: Policy): boolean {
  const listensOn = (workload: Workload, port: string | number | undefined): boolean =>
    portsOf(workload).some(({ containerPort }) => containerPort === port);
  const inside = (peers: readonly Peer[]): readonly Peer[] =>
    peers.filter(({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector);
  const podsOf = ({ podSelector = {} }: Peer): readonly Workload[] =>
    workloadsOf(objects).filter((one) => selects(podSelector, labelsOf(one)));
  const { ingress = [], egress = [] } = policy.spec;
  const sources = ingress.flatMap(({ from = [] }) => inside(from));
  const listeners = ingress.every(({ ports = [] }) =>
    isSelectedBy(objects, policy).every((one) => ports.every(({ port }) => listensOn(one, port))),
  );
  const targets = egress.every(({ to = [], ports = [] }) =>
    inside(to).every((peer) => {
      const pods = podsOf(peer);
      return pods.length > 0 && pods.every((one) => ports.every(({ port }) => listensOn(one, port)));
    }),
  );
  return listeners && targets && sources.every((peer) => podsOf(peer).length > 0);
}

const ofPolicies = (name: string, isKept: (policy: Policy, objects: Manifests) => boolean): Rule => ({
  name,
  find: (objects) => violations(ofKind(objects, 'NetworkPolicy'), idOf, (policy) => isKept(policy, objects)),
});

function listensBehind(service: Service, objects: Manifests): boolean {
  const pods = serversOf(objects).filter((one) =>
    selects({ matchLabels: service.spec.selector }, labelsOf(one)),
  );
  return (
    pods.length === 1 &&
    service.spec.ports.every(({ targetPort }) =>
      pods.every((pod) => portsOf(pod).some(({ name }) => name === targetPort)),
    )
  );
}

/** Connections between pods, and to addresses that are not in the cluster. */
export const NETWORK_RULES: readonly Rule[] = [
  {
    name: 'pods may connect to nothing unless a policy allows it',
    find: (objects) => {
      const closed = ofKind(objects, 'NetworkPolicy').some(
        ({ spec: { podSelector, policyTypes, ingress, egress } }) =>
          selects(podSelector, {}) && policyTypes.length === 2 && !ingress && !egress,
      );
      return closed ? [] : ['NetworkPolicy'];
    },
  },
  ofPolicies('policies name peers and ports', ({ spec: { ingress = [], egress = [] } }) =>
    [
      ...ingress.map(({ from, ports }) => isNamed(from, ports)),
      ...egress.map(({ to, ports }) => isNamed(to, ports)),
    ].every(Boolean),
  ),
  ofPolicies('policies state the directions that they open', ({ spec }) => {
    const { policyTypes, ingress, egress } = spec;
    return (
      (ingress === undefined || policyTypes.includes('Ingress')) &&
      (egress === undefined || policyTypes.includes('Egress'))
    );
  }),
  ofPolicies(
    'policies select pods that exist',
    (policy, objects) => isSelectedBy(objects, policy).length > 0,
  ),
  ofPolicies('policies open ports on which pods listen', (policy, objects) => reachesPods(objects, policy)),
  {
    name: 'the workers of campaigns and webhooks reach public addresses, and no other pods do',
    find: (objects) => {
      const opened = ofKind(objects, 'NetworkPolicy')
        .filter(opensInternet)
        .flatMap((policy) => isSelectedBy(objects, policy))
        .map(({ metadata }) => metadata.name);
      return [...new Set([...opened, ...OUTBOUND_WORKERS])].filter(
        (name) => !opened.includes(name) || !OUTBOUND_WORKERS.includes(name),
      );
    },
  },
  ofPolicies('public addresses leave out every private and special network', (policy) =>
    blocksOf(policy)
      .filter(isInternet)
      .every((block) => !PRIVATE_ADDRESSES.some((address) => contains(block, address))),
  ),
  {
    name: 'backends have headless Services, so that clients balance over their pods',
    find: (objects) =>
      violations(
        ofKind(objects, 'Service').filter(
          ({ metadata: { name } }) => appOf(name) !== undefined && name !== 'gateway',
        ),
        idOf,
        ({ spec }) => spec.clusterIP === 'None',
      ),
  },
  {
    name: 'Services select one workload and ports on which it listens',
    find: (objects) =>
      violations(ofKind(objects, 'Service'), idOf, (service) => listensBehind(service, objects)),
  },
  {
    name: 'StatefulSets have the headless Service that they name',
    find: (objects) =>
      violations(ofKind(objects, 'StatefulSet'), idOf, ({ spec }) =>
        ofKind(objects, 'Service').some(
          (service) => service.metadata.name === spec.serviceName && service.spec.clusterIP === 'None',
        ),
      ),
  },
  {
    name: 'Ingresses have TLS for their hosts and lead to the gateway',
    find: (objects) =>
      violations(ofKind(objects, 'Ingress'), idOf, ({ spec: { rules, tls } }) =>
        rules.every(
          ({ host, http }) =>
            tls.some(({ hosts = [] }) => hosts.includes(host ?? '')) &&
            http?.paths.every(({ backend }) => backend.service?.name === 'gateway') === true,
        ),
      ),
  },
  {
    name: 'Services have addresses in the cluster only',
    find: (objects) =>
      violations(
        ofKind(objects, 'Service'),
        idOf,
        ({ spec: { type = 'ClusterIP' } }) => type === 'ClusterIP',
      ),
  },
];
