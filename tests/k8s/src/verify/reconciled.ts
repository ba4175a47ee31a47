import { nameOf, type LiveObject } from './live-objects.ts';

/** The kinds that `unreconciled` reads, for kubectl. */
export const RECONCILED_KINDS = [
  'deployments',
  'statefulsets',
  'jobs',
  'replicasets',
  'pods',
  'horizontalpodautoscalers',
  'poddisruptionbudgets',
  'services',
  'endpointslices',
].join();

const SERVICE_LABEL = 'kubernetes.io/service-name';

type Objects = readonly LiveObject[];

/** For each kind, what its controller has not done yet. Without nodes, pods exist and wait. */
const MISSING: Readonly<Record<string, (object: LiveObject, all: Objects) => string | undefined>> = {
  Deployment: (object, all) => {
    if (!isObserved(object)) return 'is not observed';
    const sets = ownedBy(object, all, 'ReplicaSet');
    if (sets.length === 0) return 'has no ReplicaSet';
    const pods = sets.flatMap((set) => ownedBy(set, all, 'Pod'));
    return pods.length === object.spec.replicas ? undefined : `has ${pods.length} pods`;
  },
  StatefulSet: (object, all) => {
    if (!isObserved(object)) return 'is not observed';
    return ownedBy(object, all, 'Pod').length > 0 ? undefined : 'has no pod';
  },
  Job: (object, all) => (ownedBy(object, all, 'Pod').length > 0 ? undefined : 'has no pod'),
  HorizontalPodAutoscaler: ({ spec, status }) => {
    const isAble = status.conditions?.some((one) => one.type === 'AbleToScale' && one.status === 'True');
    return isAble === true && spec.minReplicas !== undefined ? undefined : 'does not scale its target';
  },
  PodDisruptionBudget: (object) => {
    if (!isObserved(object)) return 'is not observed';
    return (object.status.expectedPods ?? 0) > 0 ? undefined : 'selects no pods';
  },
  Service: ({ metadata }, all) => {
    const slices = all.filter(({ kind }) => kind === 'EndpointSlice');
    const isHandled = slices.some((one) => one.metadata.labels[SERVICE_LABEL] === metadata.name);
    return isHandled ? undefined : 'has no EndpointSlice';
  },
};

/** One line per object that its controller has not reconciled. */
export function unreconciled(objects: Objects): readonly string[] {
  return objects.flatMap((object) => {
    const missing = MISSING[object.kind]?.(object, objects);
    return missing === undefined ? [] : [`${nameOf(object)} ${missing}`];
  });
}

const isObserved = ({ metadata, status }: LiveObject): boolean =>
  status.observedGeneration !== undefined && status.observedGeneration === metadata.generation;

const ownedBy = ({ metadata: { uid } }: LiveObject, all: Objects, kind: string): Objects =>
  all.filter((one) => one.kind === kind && one.metadata.ownerReferences.some((owner) => owner.uid === uid));
