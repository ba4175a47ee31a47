import type { Kubectl, KubectlResult } from './kubectl.ts';
import { getObjects, nameOf, type LiveObject } from './live-objects.ts';

/** Applies objects as strictly as the API server can: unknown members and warnings are errors. */
export const applyStrictly = (
  kubectl: Kubectl,
  objects: string,
  ...flags: readonly string[]
): Promise<KubectlResult> =>
  kubectl(['apply', '--validate=strict', '--warnings-as-errors', ...flags, '--filename=-'], objects);

/** The lines of the problem of a call; none when it is done. */
export const problemsOf = ({ isDone, problem }: KubectlResult): readonly string[] =>
  isDone ? [] : problem.trim().split('\n');

/** The version of an object: of all its fields, or only of the fields that controllers do not write. */
type VersionOf = (object: LiveObject) => number | string;
export const wholeVersion: VersionOf = ({ metadata }) => metadata.resourceVersion;
/** Objects of some kinds, such as HorizontalPodAutoscaler, have no generation. Their fields are compared. */
export const specVersion: VersionOf = (object) => object.metadata.generation ?? withoutStatus(object);

/** An object as JSON, without its status and the version that each write of the status changes. */
function withoutStatus({ metadata, ...object }: LiveObject): string {
  return JSON.stringify({
    ...object,
    status: undefined,
    metadata: { ...metadata, resourceVersion: undefined },
  });
}

/**
 * Applies objects and returns a line for each one that has a new version then. kubectl itself also calls objects
 * `configured` that remain the same.
 */
export async function changesOfApply(
  kubectl: Kubectl,
  objects: string,
  versionOf: VersionOf,
): Promise<readonly string[]> {
  const versions = async (): Promise<ReadonlyMap<string, number | string>> => {
    const live = await getObjects(kubectl, ['--filename=-'], objects);
    return new Map(live.map((one) => [nameOf(one), versionOf(one)]));
  };
  const before = await versions();
  const applied = await applyStrictly(kubectl, objects);
  const changed = [...(await versions())].filter(([name, version]) => before.get(name) !== version);
  return [...problemsOf(applied), ...changed.map(([name]) => `${name} changes`)];
}
