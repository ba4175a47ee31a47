import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OUTBOUND_METHODS } from '@outreach/app-gateway/outbound-methods';
import { appNames, type AppName } from '@outreach/dev/names';
import { COMPOSED_SERVERS, writeSecretFiles } from '@outreach/dev/secret-files';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

export const OVERLAYS = ['dev', 'prod', 'prod-mtls'] as const;
export type OverlayName = (typeof OVERLAYS)[number];

const FOLDER = path.resolve(import.meta.dirname, '..', '..', '..', 'k8s');
const RENDER_MS_MAX = 60_000;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

const texts = z.record(z.string(), z.string());
const metadata = z.looseObject({ name: z.string(), namespace: z.string().optional() });
const selector = z.strictObject({
  matchLabels: texts.default({}),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .default([]),
});
const container = z.looseObject({
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.int() })).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
const volume = z.looseObject({
  name: z.string(),
  secret: z.looseObject({ secretName: z.string() }).optional(),
});
const template = z.looseObject({
  metadata: z.looseObject({ labels: texts }),
  spec: z.looseObject({ containers: z.array(container).min(1), volumes: z.array(volume).default([]) }),
});
const ports = z.array(z.looseObject({ port: z.int() })).min(1);
const peers = z
  .array(
    z.strictObject({
      podSelector: selector.optional(),
      namespaceSelector: selector.optional(),
      ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
    }),
  )
  .min(1);
const schemas = {
  configMaps: z.looseObject({ kind: z.literal('ConfigMap'), metadata, data: texts }),
  secrets: z.looseObject({ kind: z.literal('Secret'), metadata, data: texts }),
  services: z.looseObject({
    kind: z.literal('Service'),
    metadata,
    spec: z.looseObject({
      selector: texts,
      ports: z.array(z.looseObject({ port: z.int(), targetPort: z.string() })),
    }),
  }),
  workloads: z.looseObject({
    kind: z.enum(['Deployment', 'StatefulSet', 'Job']),
    metadata,
    spec: z.looseObject({ template }),
  }),
  policies: z.looseObject({
    kind: z.literal('NetworkPolicy'),
    metadata,
    // A rule without peers or without ports would allow everything.
    spec: z.looseObject({
      podSelector: selector,
      ingress: z.array(z.strictObject({ from: peers, ports })).default([]),
      egress: z.array(z.strictObject({ to: peers, ports })).default([]),
    }),
  }),
};

type Objects<Name extends keyof typeof schemas> = readonly z.output<(typeof schemas)[Name]>[];
export type Workload = Objects<'workloads'>[number];
export type Policy = Objects<'policies'>[number];
export type Selector = z.output<typeof selector>;
export type Peer = z.output<typeof peers>[number];

/** The objects of an overlay that the tests read, with the fields that they use. */
export interface Overlay {
  readonly name: OverlayName;
  /** All objects, as `kubectl kustomize` prints them. */
  readonly yaml: string;
  readonly configMaps: Objects<'configMaps'>;
  readonly secrets: Objects<'secrets'>;
  readonly services: Objects<'services'>;
  /** Deployments, StatefulSets and Jobs. */
  readonly workloads: Objects<'workloads'>;
  readonly policies: Objects<'policies'>;
}

/** Renders an overlay, with secrets that are made for it. @throws ZodError for an object without a field that is read. */
export function readOverlay(name: OverlayName): Overlay {
  const yaml = render(name);
  const objects = parseAllDocuments(yaml).map((document) =>
    z.looseObject({ kind: z.string() }).parse(document.toJS()),
  );
  const all = <Schema extends z.ZodType>(schema: Schema, ...kinds: readonly string[]): z.output<Schema>[] =>
    objects.filter(({ kind }) => kinds.includes(kind)).map((one) => schema.parse(one));
  return {
    name,
    yaml,
    configMaps: all(schemas.configMaps, 'ConfigMap'),
    secrets: all(schemas.secrets, 'Secret'),
    services: all(schemas.services, 'Service'),
    workloads: all(schemas.workloads, 'Deployment', 'StatefulSet', 'Job'),
    policies: all(schemas.policies, 'NetworkPolicy'),
  };
}

function render(name: OverlayName): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'outreach-k8s-'));
  const isOwnSecret = (file: string): boolean => path.basename(file) === 'secrets';
  try {
    cpSync(FOLDER, copy, { recursive: true, filter: (file) => !isOwnSecret(file) });
    writeSecretFiles({ folder: path.join(copy, 'overlays', 'dev', 'secrets'), ...COMPOSED_SERVERS });
    return execFileSync('kubectl', ['kustomize', path.join(copy, 'overlays', name)], {
      encoding: 'utf8',
      timeout: RENDER_MS_MAX,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The service of a workload: `contacts` for `contacts`, `contacts-worker` and `contacts-schema`. */
export function appOf({ metadata: { name } }: Workload): AppName | undefined {
  return appNames.find((app) => ['', '-worker', '-schema'].some((suffix) => name === `${app}${suffix}`));
}

/** The workloads that serve gRPC methods whose callers wait for an external server. */
export const OUTBOUND_WORKERS: readonly string[] = Object.keys(OUTBOUND_METHODS).map(
  (app) => `${app}-worker`,
);

/** True if the selector selects pods with these labels. An empty selector selects all. */
export function selects(
  { matchLabels, matchExpressions }: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
