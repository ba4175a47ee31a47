import type { TemplateData } from './template-data.ts';

/** The name of a variable and of the properties that follow it. */
export type VariablePath = readonly string[];

const ROOTS = ['contact', 'company', 'custom_fields', 'sender'] as const satisfies (keyof TemplateData)[];

/** A variable and its properties, after points or in quotes. */
const PATH =
  /\b(contact|company|custom_fields|sender)(?![\w-])((?:\.[\w?-]+|\[(?:'[^'\\]{0,200}'|"[^"\\]{0,200}")\])*)/g;
const PROPERTY = /\.([\w?-]+)|\[(?:'([^']*)'|"([^"]*)")\]/g;
/** A variable whose name is an expression, such as `[name]`. */
const COMPUTED_NAME = /(?:^|[^\w?\]'"])\[/;
/** Properties that the template language computes from all properties. */
const COMPUTED: ReadonlySet<string> = new Set(['size', 'first', 'last', '__proto__']);

/**
 * The variables that the tags of a template name, used or not. A property whose name is an expression, such as
 * `contact[name]`, stands for all properties. The time is linear in the source.
 */
export function namedVariables(source: string): readonly VariablePath[] {
  const tags = source
    .split(/\{[{%]/)
    .slice(1)
    .map(untilEnd);
  if (tags.some((tag) => COMPUTED_NAME.test(tag))) return ROOTS.map((root) => [root]);
  const paths = new Map(tags.flatMap(pathsIn).map((path) => [path.join('\n'), path]));
  return [...paths.values()];
}

/** A tag until its end: texts in quotes can contain the delimiter, so the last one counts. */
function untilEnd(tag: string): string {
  const end = Math.max(tag.lastIndexOf('}}'), tag.lastIndexOf('%}'));
  return end === -1 ? tag : tag.slice(0, end);
}

function pathsIn(tag: string): readonly VariablePath[] {
  return [...tag.matchAll(PATH)].map(({ 0: found, 1: root = '', 2: rest = '', index }) => {
    const names = [...rest.matchAll(PROPERTY)].map(([, name, one, other]) => name ?? one ?? other ?? '');
    const isCut = rest.endsWith('-') || tag.charCodeAt(index + found.length) > 0x7f;
    return [root, ...(isCut ? names.slice(0, -1) : names)];
  });
}

/** The values of the named variables, as a part of the data with the same paths. */
export function valuesOf(data: TemplateData, paths: readonly VariablePath[]): object {
  const values: Properties = {};
  for (const path of paths) copyPath(data, values, path);
  return values;
}

type Properties = Record<string, unknown>;

/** Copies the value at a path. A list, a text or null on the way is copied as a whole. */
function copyPath(data: object, values: Properties, path: VariablePath): void {
  let [from, to] = [data as Properties, values];
  for (const [index, name] of path.entries()) {
    if (!Object.hasOwn(from, name)) return;
    const value = from[name];
    const next = path[index + 1];
    const isWhole = next === undefined || !isProperties(value) || isComputed(value, next);
    if (isWhole || to[name] === value) {
      to[name] = value;
      return;
    }
    const part = to[name] ?? {};
    to[name] = part;
    [from, to] = [value, part as Properties];
  }
}

function isProperties(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isComputed(value: Properties, name: string): boolean {
  return COMPUTED.has(name) && (name === '__proto__' || !Object.hasOwn(value, name));
}
