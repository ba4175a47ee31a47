import { z } from 'zod';
import type { Kubectl } from './kubectl.ts';

const labels = z.record(z.string(), z.string()).default({});

/** A stored object, with the fields that the checks read. */
const liveObject = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    generation: z.number().optional(),
    labels,
    ownerReferences: z.array(z.object({ uid: z.string() })).default([]),
  }),
  spec: z
    .object({ replicas: z.number().optional(), minReplicas: z.number().optional(), selector: z.unknown() })
    .partial()
    .default({}),
  status: z
    .object({
      observedGeneration: z.number().optional(),
      expectedPods: z.number().optional(),
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
    })
    .partial()
    .default({}),
});
/** A list, or the object itself when the arguments of kubectl name a single one. */
const liveObjects = z.union([
  z.object({ items: z.array(liveObject) }).transform(({ items }) => items),
  liveObject.transform((object) => [object]),
]);

export type LiveObject = z.output<typeof liveObject>;

export const nameOf = ({ kind, metadata }: LiveObject): string => `${kind}/${metadata.name}`;

/** The stored objects that `kubectl get` prints for the arguments. @throws Error with the problem of kubectl. */
export async function getObjects(
  kubectl: Kubectl,
  args: readonly string[],
  input?: string,
): Promise<readonly LiveObject[]> {
  const { isDone, output, problem } = await kubectl(['get', '--output=json', ...args], input);
  if (!isDone) throw new Error(problem);
  return liveObjects.parse(JSON.parse(output));
}
