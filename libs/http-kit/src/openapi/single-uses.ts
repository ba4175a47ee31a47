import type { JsonSchema } from './component-collector.ts';

/** The kinds of components that a reader does not need by name. Schemas keep their names, for generated clients. */
const REFERENCE = /"\$ref":"#\/components\/((?:responses|parameters|examples)\/[^"]+)"/g;
const PREFIX = '#/components/';

type Components = Readonly<Record<string, JsonSchema>>;

/** A copy of the document in which each response, parameter and example that one place uses is in that place. */
export function inlineSingleUses(document: JsonSchema & { readonly components: Components }): JsonSchema {
  const counts = new Map<string, number>();
  for (const [, target = ''] of JSON.stringify(document).matchAll(REFERENCE))
    counts.set(target, (counts.get(target) ?? 0) + 1);
  const singles = new Map<string, unknown>();
  const components: Record<string, JsonSchema> = {};
  for (const [kind, all] of Object.entries(document.components)) {
    const [own, shared] = split(all, (name) => counts.get(`${kind}/${name}`) === 1);
    for (const [name, component] of own) singles.set(`${PREFIX}${kind}/${name}`, component);
    components[kind] = Object.fromEntries(shared);
  }
  return Object.fromEntries(
    Object.entries({ ...document, components }).map(([key, value]) => [key, inPlace(value, singles)]),
  );
}

type Entries = readonly (readonly [name: string, component: unknown])[];

function split(all: JsonSchema, isFirst: (name: string) => boolean): readonly [Entries, Entries] {
  const entries = Object.entries(all);
  return [entries.filter(([name]) => isFirst(name)), entries.filter(([name]) => !isFirst(name))];
}

/** A copy with the components in place of their references. */
function inPlace(node: unknown, components: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => inPlace(item, components));
  if (typeof node !== 'object' || node === null) return node;
  const component = '$ref' in node ? components.get(String(node.$ref)) : undefined;
  if (component !== undefined) return inPlace(component, components);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inPlace(value, components)]));
}
