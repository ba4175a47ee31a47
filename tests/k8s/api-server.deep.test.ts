/** @needs etcd kubectl go */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildGoProgram } from '@outreach/dev';
import { createCluster, type Cluster } from './src/cluster.ts';
import type { KubectlResult } from './src/kubectl.ts';
import { OVERLAYS, readOverlay } from './src/overlay.ts';

const BUILD_MS_MAX = 20 * 60_000;
jest.setTimeout(120_000);

let cluster: Cluster;

/** Definitions of the kinds of cert-manager. They accept all fields: the schemas belong to cert-manager. */
const CUSTOM_DEFINITIONS = ['Certificate', 'Issuer'].map((kind) => {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.cert-manager.io` },
    spec: {
      group: 'cert-manager.io',
      scope: 'Namespaced',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
});

/** The problem of a call of kubectl. Empty if there is none. */
const problemOf = ({ isDone, problem }: KubectlResult): string => (isDone ? '' : problem);

/** Applies objects as strictly as the API server can: unknown fields and warnings are errors. */
const apply = async (objects: string, ...flags: readonly string[]): Promise<string> =>
  problemOf(
    await cluster.kubectl(
      ['apply', '--validate=strict', '--warnings-as-errors', ...flags, '--filename=-'],
      objects,
    ),
  );

beforeAll(async () => {
  cluster = await createCluster(buildGoProgram('./kube-apiserver'));
  await cluster.start();
  const list = { apiVersion: 'v1', kind: 'List', items: CUSTOM_DEFINITIONS };
  expect(await apply(JSON.stringify(list))).toBe('');
  const wait = ['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s'];
  expect(problemOf(await cluster.kubectl(wait))).toBe('');
}, BUILD_MS_MAX);

afterAll(async () => cluster.stop());

describe.each(OVERLAYS)('the API server, for the overlay %s,', (name) => {
  const { yaml, workloads } = readOverlay(name);
  const namespace = workloads[0]?.metadata.namespace ?? '';

  it('accepts the objects, strictly decoded and without a warning', async () => {
    // As before an upgrade (docs/operations.md): a Job does not change. prod-mtls is an upgrade of prod.
    expect(problemOf(await cluster.kubectl(['delete', 'jobs', '--all', `--namespace=${namespace}`]))).toBe(
      '',
    );
    expect(await apply(yaml)).toBe('');
  });

  it('changes nothing when the objects are applied again', async () => {
    const { isDone, output, problem } = await cluster.kubectl(['diff', '--filename=-'], yaml);
    expect([isDone, output, problem]).toEqual([true, '', '']);
  });
});

describe('the API server', () => {
  const deployment = readOverlay('prod').workloads.find(({ kind }) => kind === 'Deployment');
  if (deployment === undefined) throw new Error('The overlay prod has no Deployment.');
  const { spec } = deployment;
  const dryRun = async (object: object): Promise<string> => apply(JSON.stringify(object), '--dry-run=server');

  it('refuses an unknown field', async () => {
    const problem = await dryRun({ ...deployment, spec: { ...spec, replicsa: 2 } });
    expect(problem).toContain('unknown field "spec.replicsa"');
  });

  it('shows a change of a stored object', async () => {
    const changed = { ...deployment, spec: { ...spec, minReadySeconds: 1 } };
    const { isDone, output } = await cluster.kubectl(['diff', '--filename=-'], JSON.stringify(changed));
    expect([isDone, output]).toEqual([false, expect.stringContaining('minReadySeconds: 1')]);
  });

  it('enforces the Pod Security Standard restricted', async () => {
    const { securityContext, containers, ...rest } = spec.template.spec;
    const privileged = containers.map((one) => ({ ...one, securityContext: { privileged: true } }));
    const problem = await dryRun({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'privileged', namespace: deployment.metadata.namespace },
      spec: { ...rest, securityContext: {}, containers: privileged },
    });
    expect(problem).toMatch(/violates PodSecurity "restricted.*privileged.*capabilities.*seccompProfile/);
  });
});
