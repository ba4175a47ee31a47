import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet, type IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import {
  HorizontalPodAutoscaler,
  type IHorizontalPodAutoscaler,
} from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job, type IJob } from 'kubernetes-models/batch/v1/Job';
import { Ingress, type IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy, type INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import {
  PodDisruptionBudget,
  type IPodDisruptionBudget,
} from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap, type IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer } from 'kubernetes-models/v1/Container';
import { Namespace, type INamespace } from 'kubernetes-models/v1/Namespace';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { Secret, type ISecret } from 'kubernetes-models/v1/Secret';
import { Service, type IService } from 'kubernetes-models/v1/Service';
import { ServiceAccount, type IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { z } from 'zod';
import { CERT_MANAGER, customSchema } from './cert-manager.ts';

const present = <Member>(): z.ZodType<Member> => z.custom<Member>((value) => value !== undefined);
const labels = z.record(z.string(), z.string());
const metadata = z.object({ name: z.string() });
const named = z.object({ metadata });
const withData = z.object({ metadata, data: labels });
const podTemplate = z.object({ metadata: z.object({ labels }), spec: present<IPodSpec>() });
const withSpec = <Members extends z.ZodRawShape>(
  members: Members,
): z.ZodObject<{ metadata: typeof metadata; spec: z.ZodObject<Members> }> =>
  z.object({ metadata, spec: z.object(members) });

/** Members that are optional in Kubernetes and required here, by kind. */
const REQUIRED = {
  Namespace: named,
  ServiceAccount: named,
  ConfigMap: withData,
  Secret: withData,
  Service: withSpec({ selector: labels, ports: present<Member<IService, 'ports'>>() }),
  Deployment: withSpec({ template: podTemplate }),
  StatefulSet: withSpec({ template: podTemplate }),
  Job: withSpec({ template: podTemplate }),
  PodDisruptionBudget: withSpec({ selector: present<Member<IPodDisruptionBudget, 'selector'>>() }),
  HorizontalPodAutoscaler: withSpec({ minReplicas: z.int() }),
  NetworkPolicy: withSpec({
    podSelector: present<Member<INetworkPolicy, 'podSelector'>>(),
    policyTypes: z.array(z.string()),
  }),
  Ingress: withSpec({
    rules: present<Member<IIngress, 'rules'>>(),
    tls: present<Member<IIngress, 'tls'>>(),
  }),
};

type Specification<Model extends { spec?: unknown }> = NonNullable<Model['spec']>;
type Member<Model extends { spec?: unknown }, Name extends keyof Specification<Model>> = NonNullable<
  Specification<Model>[Name]
>;

type Complete<Model extends { kind: keyof typeof REQUIRED }> = Model &
  z.output<(typeof REQUIRED)[Model['kind']]>;
type BuiltIn =
  | Complete<INamespace>
  | Complete<IServiceAccount>
  | Complete<IConfigMap>
  | Complete<ISecret>
  | Complete<IService>
  | Complete<IDeployment>
  | Complete<IStatefulSet>
  | Complete<IJob>
  | Complete<IPodDisruptionBudget>
  | Complete<IHorizontalPodAutoscaler>
  | Complete<INetworkPolicy>
  | Complete<IIngress>;

const MODELS = {
  ...{ Namespace, ServiceAccount, ConfigMap, Secret, Service, Deployment, StatefulSet, Job },
  ...{ PodDisruptionBudget, HorizontalPodAutoscaler, NetworkPolicy, Ingress },
};
const versionSchema = z.object({ apiVersion: z.string() });
const kindSchema = z.object({ kind: z.object(REQUIRED).keyof() });

/** @throws Error for a member that is missing or has a wrong type. */
function assertBuiltIn(value: unknown): asserts value is BuiltIn {
  const { kind } = kindSchema.parse(value);
  MODELS[kind].prototype.validate.call(value);
  REQUIRED[kind].parse(value);
}

/** Any object of an overlay. */
export type Manifest = BuiltIn | z.output<typeof customSchema>;
export type Container = IContainer;
export type PodTemplate = z.output<typeof podTemplate>;
export type Selector = Member<IDeployment, 'selector'>;
export type Peer = INetworkPolicyPeer;

/** @throws Error for an object with an unknown kind, a missing member or a member of a wrong type. */
export function parseManifest(value: unknown): Manifest {
  const { apiVersion } = versionSchema.parse(value);
  if (apiVersion === CERT_MANAGER) return customSchema.parse(value);
  assertBuiltIn(value);
  return value;
}
