import type { ManifestOf } from '../manifests.ts';
import { applyStrictly } from './apply.ts';
import type { Kubectl } from './kubectl.ts';

type Deployment = ManifestOf<'Deployment'>;
type Template = Deployment['spec']['template'];

/** A fault that is planted in a Deployment of an overlay, and the answer of the API server. */
export interface PlantedFault {
  readonly name: string;
  readonly plant: (deployment: Deployment) => unknown;
  readonly answer: RegExp;
}

/** Faults that the API server must refuse: a check that cannot fail shows nothing. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'refuses an unknown member',
    plant: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, replicsa: 2 } }),
    answer: /unknown field "spec\.replicsa"/,
  },
  {
    name: 'refuses a member of a wrong type',
    plant: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, minReadySeconds: 'five' } }),
    answer: /minReadySeconds/,
  },
  {
    name: 'refuses a changed selector',
    plant: ({ spec, ...rest }) => ({
      ...rest,
      spec: { ...spec, selector: { matchLabels: PLANTED }, template: labelled(spec.template) },
    }),
    answer: /spec\.selector: .*field is immutable/,
  },
  {
    name: 'warns of a pod template that breaks the standard restricted',
    plant: ({ spec, ...rest }) => ({
      ...rest,
      spec: { ...spec, template: { ...spec.template, spec: privileged(spec.template) } },
    }),
    answer: /would violate PodSecurity "restricted.*privileged/,
  },
  {
    name: 'refuses a pod that breaks the standard restricted, and names each breach',
    plant: ({ metadata: { namespace }, spec }) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'planted', namespace },
      spec: privileged(spec.template),
    }),
    answer:
      /violates PodSecurity "restricted.*privileged.*allowPrivilegeEscalation.*capabilities.*seccompProfile/,
  },
];

const PLANTED = { planted: 'true' };

const labelled = ({ metadata, spec }: Template): unknown => ({
  metadata: { ...metadata, labels: { ...metadata.labels, ...PLANTED } },
  spec,
});

const privileged = ({ spec }: Template): unknown => ({
  ...spec,
  securityContext: {},
  containers: spec.containers.map((one) => ({ ...one, securityContext: { privileged: true } })),
});

/** The answer to a planted fault, if it is another one than expected. Nothing is stored. */
export async function wrongAnswers(
  kubectl: Kubectl,
  { plant, answer }: PlantedFault,
  deployment: Deployment,
): Promise<readonly string[]> {
  const { isDone, problem } = await applyStrictly(
    kubectl,
    JSON.stringify(plant(deployment)),
    '--dry-run=server',
  );
  return !isDone && answer.test(problem) ? [] : [`The answer is: ${problem.trim() || 'accepted'}`];
}
