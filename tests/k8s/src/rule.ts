import type { Manifests } from './manifests.ts';

/** A rule over the objects of an overlay. */
export interface Rule {
  readonly name: string;
  /** One line per object that breaks the rule. */
  readonly find: (objects: Manifests) => readonly string[];
}

/** The names of the items that break a rule. */
export function violations<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isKept: (item: Item) => boolean,
): readonly string[] {
  return items.filter((item) => !isKept(item)).map(nameOf);
}
