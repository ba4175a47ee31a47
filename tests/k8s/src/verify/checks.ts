import { readFileSync } from 'node:fs';
import { eventually } from '@outreach/testing';
import { CUSTOM_DEFINITIONS } from '../cert-manager.ts';
import { ofKind, parseManifests, type ManifestOf } from '../manifests.ts';
import { releasedPath, renderedPath, type Overlay } from '../render-overlay.ts';
import { applyStrictly, changesOfApply, problemsOf, specVersion, wholeVersion } from './apply.ts';
import type { Cluster } from './cluster.ts';
import type { Kubectl } from './kubectl.ts';
import { getObjects, nameOf, type LiveObject } from './live-objects.ts';
import { PLANTED_FAULTS, wrongAnswers } from './planted-faults.ts';
import { RECONCILED_KINDS, unreconciled } from './reconciled.ts';

const RECONCILE_MS_MAX = 60_000;
const POLL_MS = 500;
const ENFORCED = 'pod-security.kubernetes.io/enforce';
/** The Jobs that an upgrade deletes first (docs/operations.md). */
const SCHEMA_JOBS = '--selector=app.kubernetes.io/component=schema';

/** A check of an overlay on a cluster. Later checks continue with the objects of earlier ones. */
export interface Check {
  readonly name: string;
  /** One line per problem. */
  readonly find: () => Promise<readonly string[]>;
}

/** What the checks of an overlay use. */
interface Subject {
  readonly cluster: Cluster;
  readonly kubectl: Kubectl;
  readonly namespace: string;
  /** The objects as YAML. */
  readonly current: string;
  readonly released: string;
  readonly deployment: ManifestOf<'Deployment'>;
}

/** The checks of an overlay on an empty cluster, in their order. */
export function checksOf(overlay: Overlay, cluster: Cluster): readonly Check[] {
  const current = readFileSync(renderedPath(overlay), 'utf8');
  const released = readFileSync(releasedPath(overlay), 'utf8');
  const objects = parseManifests(current);
  const [space] = ofKind(objects, 'Namespace');
  const [deployment] = ofKind(objects, 'Deployment');
  if (space === undefined || deployment === undefined)
    throw new Error(`The overlay ${overlay} has no Namespace or no Deployment.`);
  const namespace = space.metadata.name;
  const subject = { cluster, kubectl: cluster.kubectl, namespace, current, released, deployment };
  return [...upgradeChecks(subject), ...plantedChecks(subject), ...controllerChecks(subject)];
}

const upgradeChecks = ({ kubectl, namespace, current, released }: Subject): readonly Check[] => [
  {
    name: 'accepts the objects of the last release',
    find: async () => {
      const definitions = CUSTOM_DEFINITIONS.map((one) => JSON.stringify(one)).join('\n---\n');
      const defined = await kubectl(['apply', '--filename=-'], definitions);
      const waited = await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s']);
      const applied = await kubectl(['apply', '--filename=-'], released);
      return [defined, waited, applied].flatMap(problemsOf);
    },
  },
  {
    name: 'accepts the upgrade to the current objects, strictly decoded and without a warning',
    find: async () => {
      const deleted = await kubectl(['delete', 'jobs', SCHEMA_JOBS, `--namespace=${namespace}`]);
      const applied = await applyStrictly(kubectl, current);
      return [deleted, applied].flatMap(problemsOf);
    },
  },
  {
    name: 'enforces the standard restricted in the namespace',
    find: async () => {
      const [space] = await getObjects(kubectl, [
        'namespaces',
        `--field-selector=metadata.name=${namespace}`,
      ]);
      return space?.metadata.labels[ENFORCED] === 'restricted' ? [] : [`Namespace/${namespace}`];
    },
  },
  {
    name: 'changes nothing when the objects are applied again',
    find: () => changesOfApply(kubectl, current, wholeVersion),
  },
];

const plantedChecks = ({ kubectl, deployment }: Subject): readonly Check[] => [
  ...PLANTED_FAULTS.map((fault) => ({
    name: fault.name,
    find: () => wrongAnswers(kubectl, fault, deployment),
  })),
  {
    name: 'reports an object that changes when it is applied again',
    find: async () => {
      const changed = { ...deployment, spec: { ...deployment.spec, minReadySeconds: 1 } };
      const changes = await changesOfApply(kubectl, JSON.stringify(changed), wholeVersion);
      const isReported = changes.includes(`Deployment/${deployment.metadata.name} changes`);
      const restored = await applyStrictly(kubectl, JSON.stringify(deployment));
      return [...(isReported ? [] : ['No change is reported.']), ...problemsOf(restored)];
    },
  },
];

const controllerChecks = ({ cluster, kubectl, namespace, current }: Subject): readonly Check[] => {
  const live = async (): Promise<readonly LiveObject[]> =>
    getObjects(kubectl, [RECONCILED_KINDS, `--namespace=${namespace}`]);
  return [
    {
      name: 'reports each object that no controller has reconciled',
      find: async () => {
        const objects = await live();
        const reported = unreconciled(objects);
        const names = objects.map(nameOf);
        return names.filter((name) => !reported.some((line) => line.startsWith(`${name} `)));
      },
    },
    {
      name: 'reconciles Deployments, StatefulSets, Jobs, HPAs, PDBs and Services',
      find: async () => {
        await cluster.startControllers();
        return settled(async () => unreconciled(await live()));
      },
    },
    {
      name: 'changes no specification when the objects are applied to the running workloads',
      find: () => changesOfApply(kubectl, current, specVersion),
    },
    {
      name: 'reports a changed specification of an object without a generation',
      find: async () => {
        const [scaler] = ofKind(parseManifests(current), 'HorizontalPodAutoscaler');
        if (scaler === undefined) return ['The overlay has no HorizontalPodAutoscaler.'];
        const changed = { ...scaler, spec: { ...scaler.spec, maxReplicas: scaler.spec.maxReplicas + 1 } };
        const changes = await changesOfApply(kubectl, JSON.stringify(changed), specVersion);
        return changes.includes(`HorizontalPodAutoscaler/${scaler.metadata.name} changes`)
          ? []
          : [`No change of ${scaler.metadata.name} is reported.`];
      },
    },
  ];
};

/** The problems that remain after the timeout. */
async function settled(find: Check['find']): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const probe = async (): Promise<void> => {
    found = await find();
    if (found.length > 0) throw new Error(found.join('\n'));
  };
  await eventually(probe, { timeoutMs: RECONCILE_MS_MAX, pollMs: POLL_MS }).catch(() => undefined);
  return found;
}
