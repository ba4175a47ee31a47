import { z } from 'zod';

// The fields of Kubernetes objects that this repository uses. Unknown fields are errors: they are misspelled, or belong
// here.

const labels = z.record(z.string(), z.string());
const metadata = z.strictObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: labels.optional(),
  annotations: labels.optional(),
});
const templateMetadata = z.strictObject({ labels });
const port = z.union([z.string(), z.int()]);

const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .optional(),
});

const timing = {
  periodSeconds: z.int().optional(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
};
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port }).optional(),
  grpc: z.strictObject({ port: z.int() }).optional(),
  tcpSocket: z.strictObject({ port }).optional(),
  exec: z.strictObject({ command: z.array(z.string()) }).optional(),
  ...timing,
});

const quantities = z.strictObject({ cpu: z.string().optional(), memory: z.string().optional() });
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  imagePullPolicy: z.string().optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  env: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z
          .strictObject({
            fieldRef: z.strictObject({ fieldPath: z.string() }).optional(),
            secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })).optional(),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z
    .strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int() }) }) })
    .optional(),
  resources: z.strictObject({ requests: quantities.optional(), limits: quantities.optional() }).optional(),
  securityContext: z
    .strictObject({
      allowPrivilegeEscalation: z.boolean().optional(),
      privileged: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z.strictObject({ drop: z.array(z.string()) }).optional(),
    })
    .optional(),
  volumeMounts: z
    .array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }))
    .optional(),
});

const volume = z.strictObject({
  name: z.string(),
  configMap: z.strictObject({ name: z.string() }).optional(),
  secret: z.strictObject({ secretName: z.string(), defaultMode: z.int().optional() }).optional(),
  emptyDir: z.strictObject({ sizeLimit: z.string().optional() }).optional(),
});

const podSpec = z.strictObject({
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.boolean().optional(),
  enableServiceLinks: z.boolean().optional(),
  hostNetwork: z.boolean().optional(),
  restartPolicy: z.string().optional(),
  terminationGracePeriodSeconds: z.int().optional(),
  securityContext: z
    .strictObject({
      runAsNonRoot: z.boolean().optional(),
      runAsUser: z.int().optional(),
      runAsGroup: z.int().optional(),
      fsGroup: z.int().optional(),
      seccompProfile: z.strictObject({ type: z.string() }).optional(),
    })
    .optional(),
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.string(),
        labelSelector: selector,
      }),
    )
    .optional(),
  containers: z.array(container),
  volumes: z.array(volume).optional(),
});
const podTemplate = z.strictObject({ metadata: templateMetadata, spec: podSpec });

const volumeClaim = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.strictObject({
    accessModes: z.array(z.string()),
    resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
  }),
});

const object = <Kind extends string, Fields extends z.ZodRawShape>(
  apiVersion: string,
  kind: Kind,
  fields: Fields,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...fields });

const deployment = object('apps/v1', 'Deployment', {
  spec: z.strictObject({
    replicas: z.int().optional(),
    revisionHistoryLimit: z.int().optional(),
    minReadySeconds: z.int().optional(),
    strategy: z
      .strictObject({
        type: z.string(),
        rollingUpdate: z.strictObject({ maxUnavailable: port, maxSurge: port }).optional(),
      })
      .optional(),
    selector,
    template: podTemplate,
  }),
});

const statefulSet = object('apps/v1', 'StatefulSet', {
  spec: z.strictObject({
    serviceName: z.string(),
    replicas: z.int().optional(),
    revisionHistoryLimit: z.int().optional(),
    minReadySeconds: z.int().optional(),
    podManagementPolicy: z.string().optional(),
    updateStrategy: z.strictObject({ type: z.string() }).optional(),
    persistentVolumeClaimRetentionPolicy: z
      .strictObject({ whenDeleted: z.string(), whenScaled: z.string() })
      .optional(),
    selector,
    template: podTemplate,
    volumeClaimTemplates: z.array(volumeClaim).optional(),
  }),
});

const job = object('batch/v1', 'Job', {
  spec: z.strictObject({
    backoffLimit: z.int().optional(),
    ttlSecondsAfterFinished: z.int().optional(),
    template: podTemplate,
  }),
});

const service = object('v1', 'Service', {
  spec: z.strictObject({
    clusterIP: z.string().optional(),
    publishNotReadyAddresses: z.boolean().optional(),
    type: z.string().optional(),
    selector: labels,
    ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: port })),
  }),
});

const disruptionBudget = object('policy/v1', 'PodDisruptionBudget', {
  spec: z.strictObject({ maxUnavailable: z.int(), selector }),
});

const autoscaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', {
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
    minReplicas: z.int(),
    maxReplicas: z.int(),
    metrics: z.array(
      z.strictObject({
        type: z.literal('Resource'),
        resource: z.strictObject({
          name: z.string(),
          target: z.strictObject({ type: z.string(), averageUtilization: z.int() }),
        }),
      }),
    ),
    behavior: z
      .strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) })
      .optional(),
  }),
});

const peer = z.strictObject({
  podSelector: selector.optional(),
  namespaceSelector: selector.optional(),
  ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).optional() }).optional(),
});
const policyPorts = z
  .array(z.strictObject({ port, endPort: z.int().optional(), protocol: z.enum(['TCP', 'UDP']) }))
  .optional();
const networkPolicy = object('networking.k8s.io/v1', 'NetworkPolicy', {
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports: policyPorts })).optional(),
    egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports: policyPorts })).optional(),
  }),
});

const ingress = object('networking.k8s.io/v1', 'Ingress', {
  spec: z.strictObject({
    ingressClassName: z.string(),
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: z.string() })),
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(
            z.strictObject({
              path: z.string(),
              pathType: z.string(),
              backend: z.strictObject({
                service: z.strictObject({ name: z.string(), port: z.strictObject({ name: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

const privateKey = z.strictObject({
  algorithm: z.string(),
  size: z.int(),
  rotationPolicy: z.string().optional(),
});
const certificate = object('cert-manager.io/v1', 'Certificate', {
  spec: z.strictObject({
    isCA: z.boolean().optional(),
    commonName: z.string().optional(),
    secretName: z.string(),
    dnsNames: z.array(z.string()).optional(),
    usages: z.array(z.string()).optional(),
    duration: z.string(),
    renewBefore: z.string().optional(),
    privateKey,
    issuerRef: z.strictObject({ kind: z.string(), name: z.string() }),
  }),
});
const issuer = object('cert-manager.io/v1', 'Issuer', {
  spec: z.strictObject({
    selfSigned: z.strictObject({}).optional(),
    ca: z.strictObject({ secretName: z.string() }).optional(),
  }),
});

/** Any object of an overlay. */
export const manifestSchema = z.discriminatedUnion('kind', [
  object('v1', 'Namespace', {}),
  object('v1', 'ServiceAccount', { automountServiceAccountToken: z.boolean().optional() }),
  object('v1', 'ConfigMap', { data: labels }),
  object('v1', 'Secret', { data: labels, type: z.string() }),
  service,
  deployment,
  statefulSet,
  job,
  disruptionBudget,
  autoscaler,
  networkPolicy,
  ingress,
  certificate,
  issuer,
]);

export type Manifest = z.output<typeof manifestSchema>;
export type Container = z.output<typeof container>;
export type PodTemplate = z.output<typeof podTemplate>;
export type Selector = z.output<typeof selector>;
export type Peer = z.output<typeof peer>;
