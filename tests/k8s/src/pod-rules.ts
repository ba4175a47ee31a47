import { containersOf, idOf, ofKind, workloadsOf, type Manifests } from './manifests.ts';
import { parseQuantity } from './quantities.ts';
import { violations, type Rule } from './rule.ts';
import type { Container, PodTemplate } from './schemas.ts';

type PodSpec = PodTemplate['spec'];

/** The user of our images; other images have users of their own. */
const ROOT_USER = 0;
/** Readable by the owner and the group of the pod only. */
const SECRET_MODE = 0o440;

function ofPods(name: string, isKept: (spec: PodSpec) => boolean): Rule {
  const find = (objects: Manifests): readonly string[] =>
    violations(workloadsOf(objects), idOf, ({ spec }) => isKept(spec.template.spec));
  return { name, find };
}

function ofContainers(name: string, isKept: (container: Container, spec: PodSpec) => boolean): Rule {
  const find = (objects: Manifests): readonly string[] =>
    violations(
      containersOf(workloadsOf(objects)),
      ({ workload }) => idOf(workload),
      ({ container, pod }) => isKept(container, pod.spec),
    );
  return { name, find };
}

const hasTag = (image = ''): boolean => /:[^/:]+$/.test(image) && !image.endsWith(':latest');

function isWithinLimits({ resources }: Container): boolean {
  const { requests, limits } = resources ?? {};
  if (requests?.cpu === undefined || requests.memory === undefined) return false;
  if (limits?.cpu === undefined || limits.memory === undefined) return false;
  return (
    parseQuantity(requests.cpu) <= parseQuantity(limits.cpu) &&
    parseQuantity(requests.memory) <= parseQuantity(limits.memory)
  );
}

/** True when the mounts of the containers and the volumes of the pod are the same set. */
function mountsItsVolumes(spec: PodSpec, claims: readonly string[]): boolean {
  const volumes = new Set([...(spec.volumes ?? []).map(({ name }) => name), ...claims]);
  const mounts = new Set(
    spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name)),
  );
  return [...volumes, ...mounts].every((name) => volumes.has(name) && mounts.has(name));
}

function mountsReadOnly(container: Container, spec: PodSpec): boolean {
  const fixed = (spec.volumes ?? []).filter(({ emptyDir }) => emptyDir === undefined);
  const names = new Set(fixed.map(({ name }) => name));
  return (container.volumeMounts ?? []).every(({ name, readOnly }) => !names.has(name) || readOnly === true);
}

function hasNoSecretInEnvironment({ env = [] }: Container): boolean {
  return env.every(({ valueFrom }) => valueFrom?.secretKeyRef === undefined);
}

/** Pod Security Standard `restricted`, and more. */
export const POD_RULES: readonly Rule[] = [
  ofPods(
    'pods run as a user with a fixed id that is not root',
    ({ securityContext: context }) =>
      context?.runAsNonRoot === true && (context.runAsUser ?? ROOT_USER) !== ROOT_USER,
  ),
  ofPods(
    'pods have the seccomp profile RuntimeDefault',
    ({ securityContext }) => securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ),
  ofPods('pods do not use the network of the node', ({ hostNetwork }) => hostNetwork !== true),
  ofPods(
    'pods have no token of the Kubernetes API',
    ({ automountServiceAccountToken: isMounted }) => isMounted === false,
  ),
  ofPods(
    'pods get no variables for the Services of the namespace',
    ({ enableServiceLinks }) => enableServiceLinks === false,
  ),
  {
    name: 'pods have a ServiceAccount that exists',
    find: (objects) => {
      const names = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
      return violations(workloadsOf(objects), idOf, ({ spec }) =>
        names.includes(spec.template.spec.serviceAccountName ?? ''),
      );
    },
  },
  {
    name: 'pods mount all of their volumes, and nothing else',
    find: (objects) =>
      violations(workloadsOf(objects), idOf, (workload) => {
        const claims = workload.kind === 'StatefulSet' ? (workload.spec.volumeClaimTemplates ?? []) : [];
        const names = claims.flatMap(({ metadata }) => metadata?.name ?? []);
        return mountsItsVolumes(workload.spec.template.spec, names);
      }),
  },
  ofPods('temporary volumes have a size limit', ({ volumes = [] }) =>
    volumes.every(({ emptyDir }) => emptyDir === undefined || emptyDir.sizeLimit !== undefined),
  ),
  ofPods('mounted secrets are readable by the group of the pod only', ({ volumes = [] }) =>
    volumes.every(({ secret }) => secret === undefined || secret.defaultMode === SECRET_MODE),
  ),
  ofContainers('configuration and secrets are mounted read-only', mountsReadOnly),
  ofContainers('no secret is an environment variable', hasNoSecretInEnvironment),
  ofContainers(
    'containers have a read-only root file system',
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ),
  ofContainers(
    'containers cannot gain privileges',
    ({ securityContext: context }) =>
      context?.allowPrivilegeEscalation === false && context.privileged !== true,
  ),
  ofContainers(
    'containers drop all capabilities',
    ({ securityContext }) => securityContext?.capabilities?.drop?.includes('ALL') === true,
  ),
  ofContainers('containers have requests and limits of CPU and memory, in this order', isWithinLimits),
  ofContainers('images have a tag that is not latest', ({ image }) => hasTag(image)),
];
