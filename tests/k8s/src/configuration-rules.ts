import { appNames } from '@outreach/dev';
import { appConfigOf } from './app-configs.ts';
import {
  appOf,
  appsOf,
  idOf,
  isServer,
  isWorker,
  ofKind,
  podsOfApps,
  serversOf,
  workloadsOf,
  type ManifestOf,
  type Manifests,
} from './manifests.ts';
import { violations, type Rule } from './rule.ts';

const CREDENTIAL_IN_URL = /:\/\/[^/\s]*@/;
const HASH = /-[a-z0-9]{10}$/;
const PART_OF = 'app.kubernetes.io/part-of';

type Workload = ReturnType<typeof workloadsOf>[number];

/** Names of the ConfigMaps that a workload mounts or reads. */
function configMapsOf({ spec }: Workload): readonly string[] {
  const { containers, volumes = [] } = spec.template.spec;
  const read = containers.flatMap(({ envFrom = [] }) =>
    envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
  );
  return [...read, ...volumes.flatMap(({ configMap }) => configMap?.name ?? [])];
}

/** The ConfigMap of an app, without the hash of its name. */
const configOf = (objects: Manifests, app: string): ManifestOf<'ConfigMap'> | undefined =>
  ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name.replace(HASH, '') === app);

function holdsNoSecret({ metadata, data }: ManifestOf<'ConfigMap'>): boolean {
  const app = appNames.find((name) => name === metadata.name.replace(HASH, ''));
  const secrets = app === undefined ? [] : appConfigOf(app).secrets;
  const values = Object.values(data);
  return (
    secrets.every((name) => data[name] === undefined) && values.every((text) => !CREDENTIAL_IN_URL.test(text))
  );
}

function keepsItsJournal({ spec }: ManifestOf<'StatefulSet'>, folder: string): boolean {
  const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name);
  const mounts = spec.template.spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
  return mounts.some(({ name, mountPath }) => claims.includes(name) && folder.startsWith(`${mountPath}/`));
}

const SERVICES_WITH_WORKERS = ['contacts', 'campaigns', 'webhooks'] as const;

/** A worker has the role `worker`, and the port of gRPC only if it serves methods. Other pods have the role `api`. */
function hasItsRole({ metadata, spec }: Workload): boolean {
  const role = isWorker(metadata.name) ? 'worker' : 'api';
  return spec.template.spec.containers.every(
    ({ env = [], ports = [] }) =>
      env.some(({ name, value }) => name === 'ROLES' && value === role) &&
      ports.some(({ name }) => name === 'grpc') === isServer(metadata.name),
  );
}

/** The configuration of the pods, and the namespace of the objects. */
export const CONFIGURATION_RULES: readonly Rule[] = [
  {
    name: 'the namespace enforces the Pod Security Standard restricted',
    find: (objects) => {
      const spaces = ofKind(objects, 'Namespace');
      if (spaces.length !== 1) return ['Namespace'];
      return violations(
        spaces,
        idOf,
        ({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
      );
    },
  },
  {
    name: 'all objects are in the namespace of the overlay',
    find: (objects) => {
      const [space] = ofKind(objects, 'Namespace');
      return violations(
        objects,
        idOf,
        ({ kind, metadata }) => kind === 'Namespace' || metadata.namespace === space?.metadata.name,
      );
    },
  },
  {
    name: 'services and their objects carry the label of the product',
    find: (objects) =>
      violations(appsOf(objects), idOf, ({ metadata }) => metadata.labels?.[PART_OF] === 'outreach'),
  },
  {
    name: 'referenced ConfigMaps exist, and each is used',
    find: (objects) => {
      const used = new Set(workloadsOf(objects).flatMap(configMapsOf));
      const existing = new Set(ofKind(objects, 'ConfigMap').map(({ metadata }) => metadata.name));
      return [...used, ...existing].filter((name) => !used.has(name) || !existing.has(name));
    },
  },
  {
    name: 'a change of a ConfigMap restarts the pods, by the hash in its name',
    find: (objects) =>
      violations(ofKind(objects, 'ConfigMap'), idOf, ({ metadata }) => HASH.test(metadata.name)),
  },
  {
    name: 'no ConfigMap contains a secret',
    find: (objects) => violations(ofKind(objects, 'ConfigMap'), idOf, holdsNoSecret),
  },
  {
    name: 'services mount their own Secret only',
    find: (objects) =>
      violations(podsOfApps(objects), idOf, ({ metadata, spec }) => {
        const names = (spec.template.spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
        const app = appOf(metadata.name);
        const [own, ...others] = names.map((name) => name.replace(HASH, ''));
        return own === app && others.every((name) => name === `${app}-grpc`);
      }),
  },
  {
    name: 'services with background work have pods for it, and pods for the API that do none',
    find: (objects) => {
      const names = appsOf(objects).map(({ metadata }) => metadata.name);
      const missing = SERVICES_WITH_WORKERS.filter((app) => !names.includes(`${app}-worker`));
      const split = appsOf(objects).filter(({ metadata: { name } }) =>
        SERVICES_WITH_WORKERS.some((app) => app === appOf(name)),
      );
      return [...missing, ...violations(split, idOf, hasItsRole)];
    },
  },
  {
    name: 'services wait for the schema, which a Job of their image applies',
    find: (objects) => {
      const jobs = ofKind(objects, 'Job').filter(({ metadata }) => metadata.name.endsWith('-schema'));
      const imageOf = ({ spec }: Workload): string => spec.template.spec.containers[0]?.image ?? '';
      return violations(
        appsOf(objects).filter(({ metadata }) => appOf(metadata.name) !== 'gateway'),
        idOf,
        (workload) =>
          configOf(objects, appOf(workload.metadata.name) ?? '')?.data['SCHEMA'] === 'check' &&
          jobs.some((job) => imageOf(job) === imageOf(workload)),
      );
    },
  },
  {
    name: 'gateways that count alone divide a limit by the maximum of their HorizontalPodAutoscaler',
    find: (objects) =>
      violations(
        ofKind(objects, 'HorizontalPodAutoscaler').filter(({ metadata }) => metadata.name === 'gateway'),
        idOf,
        ({ spec }) => configOf(objects, 'gateway')?.data['REPLICAS'] === String(spec.maxReplicas),
      ),
  },
  {
    name: 'the journal of sending is on a volume that the pod keeps',
    find: (objects) => {
      const folder = configOf(objects, 'campaigns')?.data['SENDING_JOURNAL_DIR'] ?? '';
      return violations(
        serversOf(objects).filter(({ metadata }) => metadata.name === 'campaigns-worker'),
        idOf,
        (workload) => workload.kind === 'StatefulSet' && keepsItsJournal(workload, folder),
      );
    },
  },
  {
    name: 'each server of NATS stores the streams of all services',
    find: (objects) => {
      const servers = ofKind(objects, 'StatefulSet').find(({ metadata }) => metadata.name === 'nats');
      const replicas = String(servers?.spec.replicas ?? 1);
      return appNames.filter(
        (name) => (configOf(objects, name)?.data['NATS_STREAM_REPLICAS'] ?? '1') !== replicas,
      );
    },
  },
  {
    name: 'services with TLS have a certificate of their name, and probes without TLS',
    find: (objects) =>
      violations(podsOfApps(objects), idOf, ({ metadata, spec }) => {
        const app = appOf(metadata.name) ?? '';
        const { containers, volumes = [] } = spec.template.spec;
        const hasTls = configOf(objects, app)?.data['GRPC_TLS_CA'] !== undefined;
        const secret = volumes.find(({ name }) => name === 'grpc-tls')?.secret?.secretName;
        const certificate = ofKind(objects, 'Certificate').find((one) => one.spec.secretName === secret);
        if (!hasTls) return secret === undefined;
        return (
          certificate?.spec.dnsNames?.join() === app &&
          containers.every(
            (one) => one.startupProbe?.grpc === undefined && one.livenessProbe?.grpc === undefined,
          )
        );
      }),
  },
  {
    name: 'NATS stores each message on disk before it acknowledges it',
    find: (objects) => {
      const config = configOf(objects, 'nats')?.data['nats.conf'] ?? '';
      return /jetstream \{[^}]*sync_interval: always/.test(config) ? [] : ['ConfigMap/nats'];
    },
  },
];
