import {
  appsOf,
  containersOf,
  idOf,
  NAME_LABEL,
  ofKind,
  selects,
  serversOf,
  workloadsOf,
  type Manifests,
} from './manifests.ts';
import { violations, type Rule } from './rule.ts';
import type { Container } from './schemas.ts';

/** From the first signal to the forced exit (libs/service-kit/src/run.ts). */
const FORCED_EXIT_SECONDS = 40;
const SURGE_MIN = 1;

function ofServers(name: string, isKept: (container: Container) => boolean): Rule {
  const find = (objects: Manifests): readonly string[] =>
    violations(
      containersOf(serversOf(objects)),
      ({ workload }) => idOf(workload),
      ({ container }) => isKept(container),
    );
  return { name, find };
}

const probesOf = ({ startupProbe, livenessProbe, readinessProbe }: Container) =>
  [startupProbe, livenessProbe, readinessProbe].filter((probe) => probe !== undefined);

/** Other processes send calls to the container. */
const isCalled = ({ ports = [] }: Container): boolean => ports.some(({ name }) => name !== 'metrics');

const hasTlsFiles = ({ volumeMounts = [] }: Container): boolean =>
  volumeMounts.some(({ name }) => name === 'grpc-tls');

const hasGrpc = ({ ports = [] }: Container): boolean => ports.some(({ name }) => name === 'grpc');

function probesDeclaredPorts(container: Container): boolean {
  const declared = (container.ports ?? []).flatMap(({ name, containerPort }) => [name, containerPort]);
  const probed = probesOf(container).flatMap(({ httpGet, grpc, tcpSocket }) =>
    [httpGet?.port, grpc?.port, tcpSocket?.port].filter((port) => port !== undefined),
  );
  return probed.every((port) => declared.includes(port));
}

/** How pods start, are probed, scale, move and end. */
export const LIFE_RULES: readonly Rule[] = [
  ofServers('servers have a startup, a liveness and a readiness probe', (one) => probesOf(one).length === 3),
  ofServers('probes use ports that the container declares', probesDeclaredPorts),
  ofServers(
    'gRPC services without TLS are started and alive when their gRPC health service answers',
    (one) =>
      !hasGrpc(one) ||
      hasTlsFiles(one) ||
      (one.startupProbe?.grpc !== undefined && one.livenessProbe?.grpc !== undefined),
  ),
  {
    name: 'services are ready when /readyz answers',
    find: (objects) =>
      violations(
        containersOf(appsOf(objects)),
        ({ workload }) => idOf(workload),
        ({ container }) => container.readinessProbe?.httpGet?.path === '/readyz',
      ),
  },
  {
    name: 'services have time for preStop and the forced exit after 40 s',
    find: (objects) =>
      violations(
        containersOf(appsOf(objects)),
        ({ workload }) => idOf(workload),
        ({ container, pod }) => {
          const { seconds = 0 } = container.lifecycle?.preStop?.sleep ?? {};
          const grace = pod.spec.terminationGracePeriodSeconds ?? 0;
          return (seconds > 0 || !isCalled(container)) && seconds + FORCED_EXIT_SECONDS < grace;
        },
      ),
  },
  {
    name: 'updates of a Deployment start a pod before they stop one',
    find: (objects) =>
      violations(ofKind(objects, 'Deployment'), idOf, ({ spec }) => {
        const { maxUnavailable, maxSurge } = spec.strategy?.rollingUpdate ?? {};
        return maxUnavailable === 0 && Number(maxSurge) >= SURGE_MIN;
      }),
  },
  {
    name: 'workloads select their own pods and no others',
    find: (objects) =>
      violations(serversOf(objects), idOf, ({ metadata, spec }) => {
        const selected = workloadsOf(objects).filter((other) =>
          selects(spec.selector, other.spec.template.metadata.labels),
        );
        return selected.length === 1 && selected[0]?.metadata.name === metadata.name;
      }),
  },
  {
    name: 'pods carry the name of their workload as a label',
    find: (objects) =>
      violations(
        workloadsOf(objects),
        idOf,
        ({ metadata, spec }) => spec.template.metadata.labels[NAME_LABEL] === metadata.name,
      ),
  },
  {
    name: 'servers have one PodDisruptionBudget, for one pod at a time',
    find: (objects) =>
      violations(serversOf(objects), idOf, ({ spec }) => {
        const budgets = ofKind(objects, 'PodDisruptionBudget').filter((budget) =>
          selects(budget.spec.selector, spec.template.metadata.labels),
        );
        return budgets.length === 1 && budgets[0]?.spec.maxUnavailable === 1;
      }),
  },
  {
    name: 'servers spread over the nodes',
    find: (objects) =>
      violations(serversOf(objects), idOf, ({ spec }) =>
        (spec.template.spec.topologySpreadConstraints ?? []).some(
          ({ topologyKey, labelSelector }) =>
            topologyKey === 'kubernetes.io/hostname' && selects(labelSelector, spec.template.metadata.labels),
        ),
      ),
  },
  {
    name: 'services scale by one HorizontalPodAutoscaler, which alone sets their replicas',
    find: (objects) =>
      violations(appsOf(objects), idOf, ({ kind, metadata, spec }) => {
        const scalers = ofKind(objects, 'HorizontalPodAutoscaler').filter(
          ({ spec: { scaleTargetRef: target } }) => target.kind === kind && target.name === metadata.name,
        );
        return scalers.length === 1 && spec.replicas === undefined;
      }),
  },
  {
    name: 'HorizontalPodAutoscalers scale a workload that exists',
    find: (objects) =>
      violations(ofKind(objects, 'HorizontalPodAutoscaler'), idOf, ({ spec }) => {
        const { kind, name } = spec.scaleTargetRef;
        const exists = appsOf(objects).some((one) => one.kind === kind && one.metadata.name === name);
        return exists && spec.minReplicas <= spec.maxReplicas;
      }),
  },
];
