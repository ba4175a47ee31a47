import { OUTBOUND_METHODS } from '@outreach/app-gateway/outbound-methods';
import { appNames, type AppName } from '@outreach/dev';
import { parseAllDocuments } from 'yaml';
import { parseManifest, type Container, type Manifest, type PodTemplate, type Selector } from './schemas.ts';

export type Kind = Manifest['kind'];
export type ManifestOf<Name extends Kind> = Extract<Manifest, { kind: Name }>;
export type Workload = ManifestOf<'Deployment' | 'StatefulSet' | 'Job'>;

/** The objects of a rendered overlay. */
export type Manifests = readonly Manifest[];

export const NAME_LABEL = 'app.kubernetes.io/name';

/** @throws Error for an object with an unknown kind or with a member of a wrong type. */
export function parseManifests(yaml: string): Manifests {
  return parseAllDocuments(yaml).map((document) => parseManifest(document.toJS()));
}

export function ofKind<Name extends Kind>(objects: Manifests, kind: Name): readonly ManifestOf<Name>[] {
  return objects.filter((object): object is ManifestOf<Name> => object.kind === kind);
}

export function workloadsOf(objects: Manifests): readonly Workload[] {
  return objects.filter(
    (object): object is Workload =>
      object.kind === 'Deployment' || object.kind === 'StatefulSet' || object.kind === 'Job',
  );
}

/** Workloads that run until they are deleted. */
export function serversOf(objects: Manifests): readonly ManifestOf<'Deployment' | 'StatefulSet'>[] {
  return workloadsOf(objects).filter((one) => one.kind !== 'Job');
}

/** The workloads of the five services: for the API, and for background work. */
export function appsOf(objects: Manifests): readonly ManifestOf<'Deployment' | 'StatefulSet'>[] {
  return serversOf(objects).filter((one) => appOf(one.metadata.name) !== undefined);
}

export const isWorker = (name: string): boolean => name.endsWith('-worker');

/** The workers that serve gRPC methods: those that call servers outside the cluster. */
export const OUTBOUND_WORKERS: readonly string[] = Object.keys(OUTBOUND_METHODS).map(
  (app) => `${app}-worker`,
);

/** Pods that serve gRPC methods, or HTTP. */
export const isServer = (name: string): boolean => !isWorker(name) || OUTBOUND_WORKERS.includes(name);

/** The service of a workload: `contacts` for `contacts`, `contacts-worker` and `contacts-schema`. */
export function appOf(name: string): AppName | undefined {
  const parts = ['', '-worker', '-schema'];
  return appNames.find((app) => parts.some((part) => name === `${app}${part}`));
}

/** All workloads that run the image of a service. */
export function podsOfApps(objects: Manifests): readonly Workload[] {
  return workloadsOf(objects).filter((one) => appOf(one.metadata.name) !== undefined);
}

export const idOf = ({ kind, metadata }: Pick<Manifest, 'kind' | 'metadata'>): string =>
  `${kind}/${metadata.name}`;

/** All containers, each with the workload and the pod that it runs in. */
export function containersOf(objects: readonly Workload[]): readonly {
  readonly workload: Workload;
  readonly pod: PodTemplate;
  readonly container: Container;
}[] {
  return objects.flatMap((workload) =>
    workload.spec.template.spec.containers.map((container) => ({
      workload,
      pod: workload.spec.template,
      container,
    })),
  );
}

/** True when the selector takes pods with these labels. An empty selector takes all, an absent one none. */
export function selects(selector: Selector | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector === undefined) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`${operator} is an operator without a rule.`);
      return values.includes(labels[key] ?? '');
    })
  );
}
