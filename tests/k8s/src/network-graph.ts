import { ofKind, selects, workloadsOf, type ManifestOf, type Manifests, type Workload } from './manifests.ts';
import type { Peer } from './schemas.ts';

type Policy = ManifestOf<'NetworkPolicy'>;
type Direction = 'Ingress' | 'Egress';

/** An edge between two workloads of an overlay: `gateway → auth:50051`. */
export const edgeOf = (source: string, target: string, port: number): string =>
  `${source} → ${target}:${port}`;

/** The edges that a direction of the policies opens. A connection requires both directions. */
export function openEdges(objects: Manifests, direction: Direction): readonly string[] {
  const edges = ofKind(objects, 'NetworkPolicy').flatMap((policy) =>
    workloadsOf(objects)
      .filter(({ spec }) => selects(policy.spec.podSelector, spec.template.metadata.labels))
      .flatMap((workload) => edgesOf(objects, { policy, workload, direction })),
  );
  return [...new Set(edges)].toSorted();
}

interface Opened {
  readonly policy: Policy;
  readonly workload: Workload;
  readonly direction: Direction;
}

function edgesOf(objects: Manifests, { policy, workload, direction }: Opened): readonly string[] {
  const own = workload.metadata.name;
  const { ingress = [], egress = [] } = policy.spec;
  if (direction === 'Ingress')
    return ingress.flatMap(({ from = [], ports = [] }) =>
      peersOf(objects, from).flatMap((peer) => ports.map(({ port }) => edgeOf(peer, own, Number(port)))),
    );
  return egress.flatMap(({ to = [], ports = [] }) =>
    peersOf(objects, to).flatMap((peer) => ports.map(({ port }) => edgeOf(own, peer, Number(port)))),
  );
}

/** Names of the workloads that peers in the same namespace select. */
function peersOf(objects: Manifests, peers: readonly Peer[]): readonly string[] {
  return peers.flatMap(({ podSelector, namespaceSelector }) =>
    podSelector === undefined || namespaceSelector !== undefined
      ? []
      : workloadsOf(objects)
          .filter(({ spec }) => selects(podSelector, spec.template.metadata.labels))
          .map(({ metadata }) => metadata.name),
  );
}

/** The workload and port behind an address such as `auth:50051`. Undefined for a host that is no Service. */
export function resolveAddress(
  objects: Manifests,
  address: string,
): { readonly name: string; readonly port: number } | undefined {
  const [host, port] = address.split(':');
  const service = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === host);
  if (service === undefined) return undefined;
  const target = service.spec.ports.find((one) => one.port === Number(port))?.targetPort;
  const behind = workloadsOf(objects).find(({ spec }) =>
    selects({ matchLabels: service.spec.selector }, spec.template.metadata.labels),
  );
  const ports = (behind?.spec.template.spec.containers ?? []).flatMap((one) => one.ports ?? []);
  const found = ports.find(({ name }) => name === target)?.containerPort;
  return behind === undefined || found === undefined
    ? undefined
    : { name: behind.metadata.name, port: found };
}
