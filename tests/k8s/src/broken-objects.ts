import { ofKind, type Kind, type ManifestOf, type Workload } from './manifests.ts';
import type { Container, Manifest } from './schemas.ts';

type Objects = Manifest[];
/** Changes the objects so that they break a rule, or returns others. */
type Break = (objects: Objects) => Objects | undefined;

/** @throws Error if no object has this kind and name; the hash of a generated name is left out. */
function find<Name extends Kind>(objects: Objects, kind: Name, name: string): ManifestOf<Name> {
  const found = ofKind(objects, kind).find(
    ({ metadata }) => metadata.name === name || metadata.name.startsWith(`${name}-`),
  );
  if (found === undefined) throw new Error(`${kind}/${name} does not exist.`);
  return found;
}

const edit =
  <Name extends Kind>(kind: Name, name: string, change: (object: ManifestOf<Name>) => void): Break =>
  (objects) => {
    change(find(objects, kind, name));
    return undefined;
  };

const editPod = (change: (pod: Workload['spec']['template']) => void): Break =>
  edit('Deployment', 'auth', ({ spec }) => change(spec.template));

const editContainer = (change: (container: Container) => void): Break =>
  editPod(({ spec }) => spec.containers.forEach(change));

const editRights = (change: (context: NonNullable<Container['securityContext']>) => void): Break =>
  editContainer(({ securityContext = {} }) => change(securityContext));

const remove =
  (kind: Kind, name: string): Break =>
  (objects) => {
    const removed: Manifest = find(objects, kind, name);
    return objects.filter((object) => object !== removed);
  };

const POD_BREAKS: Readonly<Record<string, Break>> = {
  'pods run as a user with a fixed id that is not root': editPod(
    ({ spec }) => void (spec.securityContext = { runAsNonRoot: true, runAsUser: 0 }),
  ),
  'pods have the seccomp profile RuntimeDefault': editPod(
    ({ spec }) => void (spec.securityContext = { seccompProfile: { type: 'Unconfined' } }),
  ),
  'pods do not use the network of the node': editPod(({ spec }) => void (spec.hostNetwork = true)),
  'pods have no token of the Kubernetes API': editPod(({ spec }) => delete spec.automountServiceAccountToken),
  'pods get no variables for the Services of the namespace': editPod(
    ({ spec }) => delete spec.enableServiceLinks,
  ),
  'pods have a ServiceAccount that exists': editPod(({ spec }) => void (spec.serviceAccountName = 'other')),
  'pods mount all of their volumes, and nothing else': editContainer(
    (container) => void (container.volumeMounts = []),
  ),
  'temporary volumes have a size limit': editPod(
    ({ spec }) => void spec.volumes?.push({ name: 'scratch', emptyDir: {} }),
  ),
  'mounted secrets are readable by the group of the pod only': editPod(({ spec }) => {
    for (const { secret } of spec.volumes ?? []) if (secret) secret.defaultMode = 0o444;
  }),
  'configuration and secrets are mounted read-only': editContainer(({ volumeMounts = [] }) => {
    for (const mount of volumeMounts) delete mount.readOnly;
  }),
  'no secret is an environment variable': editContainer((container) => {
    container.env = [
      { name: 'SERVICE_KEY', valueFrom: { secretKeyRef: { name: 'auth', key: 'SERVICE_KEY' } } },
    ];
  }),
  'containers have a read-only root file system': editRights(
    (context) => void (context.readOnlyRootFilesystem = false),
  ),
  'containers cannot gain privileges': editRights((context) => delete context.allowPrivilegeEscalation),
  'containers drop all capabilities': editRights(
    (context) => void (context.capabilities = { drop: ['NET_RAW'] }),
  ),
  'containers have requests and limits of CPU and memory, in this order': editContainer(
    (container) =>
      void (container.resources = {
        requests: { cpu: '1', memory: '2Gi' },
        limits: { cpu: '1', memory: '512Mi' },
      }),
  ),
  'images have a tag that is not latest': editContainer(
    (container) => void (container.image = 'registry.example.com:5000/outreach/auth'),
  ),
};

const LIFE_BREAKS: Readonly<Record<string, Break>> = {
  'servers have a startup, a liveness and a readiness probe': editContainer(
    (container) => delete container.livenessProbe,
  ),
  'probes use ports that the container declares': editContainer(
    (container) => void (container.livenessProbe = { grpc: { port: 50052 } }),
  ),
  'gRPC services without TLS are started and alive when their gRPC health service answers': editContainer(
    (container) => void (container.startupProbe = { tcpSocket: { port: 50051 } }),
  ),
  'services are ready when /readyz answers': editContainer(
    (container) => void (container.readinessProbe = { httpGet: { path: '/healthz', port: 'metrics' } }),
  ),
  'services have time for preStop and the forced exit after 40 s': editPod(
    ({ spec }) => void (spec.terminationGracePeriodSeconds = 43),
  ),
  'updates of a Deployment start a pod before they stop one': edit(
    'Deployment',
    'auth',
    ({ spec }) =>
      void (spec.strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } }),
  ),
  'workloads select their own pods and no others': edit(
    'Deployment',
    'auth',
    ({ spec }) => void (spec.selector = { matchLabels: { 'app.kubernetes.io/part-of': 'outreach' } }),
  ),
  'pods carry the name of their workload as a label': editPod(
    ({ metadata }) => void (metadata.labels['app.kubernetes.io/name'] = 'authentication'),
  ),
  'servers have one PodDisruptionBudget, for one pod at a time': remove('PodDisruptionBudget', 'nats'),
  'servers spread over the nodes': editPod(({ spec }) => delete spec.topologySpreadConstraints),
  'services scale by one HorizontalPodAutoscaler, which alone sets their replicas': edit(
    'Deployment',
    'auth',
    ({ spec }) => void (spec.replicas = 2),
  ),
  'HorizontalPodAutoscalers scale a workload that exists': edit(
    'HorizontalPodAutoscaler',
    'campaigns-worker',
    ({ spec }) => void (spec.scaleTargetRef.kind = 'Deployment'),
  ),
};

const NETWORK_BREAKS: Readonly<Record<string, Break>> = {
  'pods may connect to nothing unless a policy allows it': remove('NetworkPolicy', 'default-deny'),
  'policies name peers and ports': edit(
    'NetworkPolicy',
    'contacts',
    ({ spec }) => void spec.ingress?.push({ from: [{ podSelector: {} }] }),
  ),
  'policies state the directions that they open': edit(
    'NetworkPolicy',
    'gateway',
    ({ spec }) => void (spec.policyTypes = ['Ingress']),
  ),
  'policies select pods that exist': remove('Deployment', 'redis'),
  'policies open ports on which pods listen': edit('NetworkPolicy', 'to-nats', ({ spec }) => {
    for (const { ports = [] } of spec.egress ?? []) for (const one of ports) one.port = 4223;
  }),
  'the workers of campaigns and webhooks reach public addresses, and no other pods do': edit(
    'Deployment',
    'webhooks',
    ({ spec }) => void (spec.template.metadata.labels['public-egress'] = 'true'),
  ),
  'public addresses leave out every private and special network': edit(
    'NetworkPolicy',
    'to-public-addresses',
    ({ spec }) => {
      for (const { to = [] } of spec.egress ?? [])
        for (const { ipBlock } of to)
          if (ipBlock?.except) ipBlock.except = ipBlock.except.filter((one) => one !== '169.254.0.0/16');
    },
  ),
  'backends have headless Services, so that clients balance over their pods': edit(
    'Service',
    'contacts',
    ({ spec }) => delete spec.clusterIP,
  ),
  'Services select one workload and ports on which it listens': edit(
    'Service',
    'contacts',
    ({ spec }) => void spec.ports.push({ name: 'http', port: 80, targetPort: 'http' }),
  ),
  'StatefulSets have the headless Service that they name': remove('Service', 'campaigns-worker'),
  'Ingresses have TLS for their hosts and lead to the gateway': edit(
    'Ingress',
    'gateway',
    ({ spec }) => void (spec.tls = []),
  ),
  'Services have addresses in the cluster only': edit(
    'Service',
    'redis',
    ({ spec }) => void (spec.type = 'LoadBalancer'),
  ),
};

const CONFIGURATION_BREAKS: Readonly<Record<string, Break>> = {
  'the namespace enforces the Pod Security Standard restricted': edit(
    'Namespace',
    'outreach',
    ({ metadata }) => void (metadata.labels = { 'pod-security.kubernetes.io/enforce': 'baseline' }),
  ),
  'all objects are in the namespace of the overlay': edit(
    'Service',
    'auth',
    ({ metadata }) => void (metadata.namespace = 'default'),
  ),
  'services and their objects carry the label of the product': edit(
    'Deployment',
    'auth',
    ({ metadata }) => void (metadata.labels = {}),
  ),
  'referenced ConfigMaps exist, and each is used': remove('ConfigMap', 'auth'),
  'a change of a ConfigMap restarts the pods, by the hash in its name': edit(
    'ConfigMap',
    'auth',
    ({ metadata }) => void (metadata.name = 'auth'),
  ),
  'no ConfigMap contains a secret': edit(
    'ConfigMap',
    'gateway',
    ({ data }) => void (data['REDIS_URL'] = 'redis://redis:6379'),
  ),
  'services mount their own Secret only': editPod(({ spec }) => {
    for (const { secret } of spec.volumes ?? []) if (secret) secret.secretName = 'gateway';
  }),
  'services with background work have pods for it, and pods for the API that do none': edit(
    'Deployment',
    'webhooks-worker',
    ({ spec }) => spec.template.spec.containers.forEach((container) => void (container.env = [])),
  ),
  'services wait for the schema, which a Job of their image applies': remove('Job', 'webhooks-schema'),
  'gateways that count alone divide a limit by the maximum of their HorizontalPodAutoscaler': edit(
    'HorizontalPodAutoscaler',
    'gateway',
    ({ spec }) => void (spec.maxReplicas = 20),
  ),
  'the journal of sending is on a volume that the pod keeps': edit(
    'StatefulSet',
    'campaigns-worker',
    ({ spec }) => delete spec.volumeClaimTemplates,
  ),
  'each server of NATS stores the streams of all services': edit(
    'ConfigMap',
    'contacts',
    ({ data }) => void (data['NATS_STREAM_REPLICAS'] = '1'),
  ),
  'services with TLS have a certificate of their name, and probes without TLS': edit(
    'ConfigMap',
    'auth',
    ({ data }) => void (data['GRPC_TLS_CA'] = '/run/secrets/grpc/ca.crt'),
  ),
  'NATS stores each message on disk before it acknowledges it': edit(
    'ConfigMap',
    'nats',
    ({ data }) => void (data['nats.conf'] = 'jetstream { store_dir: /data }'),
  ),
};

/** For each rule, by its name, a change of the production overlay that breaks it. */
export const BREAKS: Readonly<Record<string, Break>> = {
  ...POD_BREAKS,
  ...LIFE_BREAKS,
  ...NETWORK_BREAKS,
  ...CONFIGURATION_BREAKS,
};
