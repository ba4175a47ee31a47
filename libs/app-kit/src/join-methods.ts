import type { RpcTable } from '@outreach/service-kit/rpc';
import type { Feature } from './feature.ts';

/** A service by its name and its generated gRPC definition. */
export interface MethodOwner<Definition extends object> {
  readonly name: string;
  readonly rpc: Definition;
}

/** Joins the methods of the features. @throws Error naming the methods that no feature implements, or several. */
export function joinMethods<Definition extends object>(
  { name, rpc }: MethodOwner<Definition>,
  features: readonly Feature<Partial<RpcTable<Definition>>>[],
): RpcTable<Definition> {
  const problems: string[] = [];
  const ownerOf = new Map<string, string>();
  for (const feature of features) {
    for (const method of Object.keys(feature.methods ?? {})) {
      const owner = ownerOf.get(method);
      if (owner !== undefined) problems.push(`${owner} and ${feature.name} both implement ${method}`);
      if (!Object.hasOwn(rpc, method))
        problems.push(`${feature.name} implements the unknown method ${method}`);
      ownerOf.set(method, feature.name);
    }
  }
  for (const method of Object.keys(rpc))
    if (!ownerOf.has(method)) problems.push(`no feature implements ${method}`);
  if (problems.length > 0) throw new Error(`The methods of ${name} are incomplete: ${problems.join('; ')}.`);
  // Every method of the definition is present: the loop above has checked it.
  return Object.assign({}, ...features.map(({ methods }) => methods)) as RpcTable<Definition>;
}
